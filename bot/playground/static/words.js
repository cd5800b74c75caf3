// The page's own words.
const WORDS = {
  fr: {
    title: "Tapis, table d’essai",
    public: "Tout le monde voit ce salon",
    private: "Messages privés avec Tapis",
    secret: "Toi seul les vois",
    lost: "Le bot ne répond pas. La page attend qu’il revienne…",
    offline: "Pas de réponse : le bot est arrêté ?",
    only: "Toi seul peux voir ce message",
    dismiss: "Ignorer le message",
    edited: "(modifié)",
    thinking: "Tapis réfléchit…",
    used: (who, what) => [who, " a utilisé ", what],
    app: "APP",
    write: (where) => `Écris dans ${where}, ou / pour une commande`,
    dm: "ce message privé",
    send: "Envoyer",
    cancel: "Annuler",
    submit: "Valider",
    choose: "Choisis…",
    chosen: (n) => `Valider (${n})`,
    yes: "Oui",
    no: "Non",
    missing: (name) => `Il manque : ${name}`,
    nothing: "Rien ne correspond.",
    emptyTable: "La table est vide.",
    emptyTableHelp: "Pour commencer, ouvre une table :",
    emptyHand: "Tes cartes arriveront ici.",
    emptyHandHelp: "Toi seul les verras.",
    unknownCommand: "Aucune commande de ce nom.",
    today: "aujourd’hui",
    download: "Ouvrir le fichier",
    newer: "Voir la suite ↓",
    thread: "Fil",
  },
  en: {
    title: "Tapis, trial table",
    public: "Everyone sees this channel",
    private: "Private messages with Tapis",
    secret: "Only you see them",
    lost: "The bot does not answer. The page waits for it…",
    offline: "No answer: has the bot been stopped?",
    only: "Only you can see this",
    dismiss: "Dismiss message",
    edited: "(edited)",
    thinking: "Tapis is thinking…",
    used: (who, what) => [who, " used ", what],
    app: "APP",
    write: (where) => `Message ${where}, or / for a command`,
    dm: "this private chat",
    send: "Send",
    cancel: "Cancel",
    submit: "Submit",
    choose: "Choose…",
    chosen: (n) => `Submit (${n})`,
    yes: "Yes",
    no: "No",
    missing: (name) => `Missing: ${name}`,
    nothing: "Nothing matches.",
    emptyTable: "The table is empty.",
    emptyTableHelp: "To begin, open a table:",
    emptyHand: "Your cards will come here.",
    emptyHandHelp: "Only you will see them.",
    unknownCommand: "No command of that name.",
    today: "today",
    download: "Open the file",
    newer: "Newest ↓",
    thread: "Thread",
  },
};

export let language = "fr";

export function setLanguage(locale) {
  language = locale.startsWith("en") ? "en" : "fr";
  document.documentElement.lang = language;
}

export function word(key, ...values) {
  const found = WORDS[language][key];
  return typeof found === "function" ? found(...values) : found;
}
