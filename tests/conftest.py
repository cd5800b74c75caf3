"""What every test shares: how hypothesis searches. Slow machines are no fault of the code under test."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("tapis", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tapis")
