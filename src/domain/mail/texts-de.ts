/** The mails in German. */
import { type MailTexts, mailTime } from './mail-content.ts';

export const MAIL_TEXTS_DE: MailTexts = {
  reset: ({ email, link }) => ({
    subject: 'Neues Passwort für Weekfare',
    before: [
      `Jemand, wahrscheinlich du, möchte ein neues Passwort für ${email} festlegen.`,
      'Öffne dafür diesen Link. Er funktioniert einmal, innerhalb einer Stunde:',
    ],
    link: { label: 'Neues Passwort festlegen', url: link },
    after: [
      'Danach sind alle deine Geräte abgemeldet, und deine Familie erfährt davon.',
      'Wenn du das nicht warst, lösche diese Mail. Es ändert sich nichts.',
    ],
  }),
  confirm: ({ email, link, isChange }) => ({
    subject: isChange ? 'Bestätige deine neue E-Mail-Adresse' : 'Bestätige deine E-Mail-Adresse',
    before: [
      isChange
        ? `Du möchtest ${email} für dein Weekfare-Konto verwenden. Öffne innerhalb von 24 Stunden diesen Link, dann wird die Adresse geändert:`
        : `Du verwendest ${email} für dein Weekfare-Konto. Öffne innerhalb von 24 Stunden diesen Link und bestätige damit, dass Mails dich erreichen:`,
    ],
    link: { label: 'Adresse bestätigen', url: link },
    after: ['Wenn du kein Weekfare-Konto hast, lösche diese Mail. Jemand hat sich bei der Adresse vertippt.'],
  }),
  invitation: ({ inviter, familyName, link }) => ({
    subject: `Plane Mahlzeiten mit ${familyName}`,
    before: [
      `${inviter} lädt dich ein, mit „${familyName}“ auf Weekfare die Mahlzeiten der Woche zu planen.`,
      'Öffne diesen Link und mach mit. Er funktioniert einmal, innerhalb von sieben Tagen:',
    ],
    link: { label: 'Der Familie beitreten', url: link },
    after: ['Wenn du den Absender nicht kennst, lösche diese Mail.'],
  }),
  'new-device': ({ email, device, address, at, timeZone }) => ({
    subject: 'Neue Anmeldung bei Weekfare',
    before: [
      `Jemand hat sich als ${email} auf einem Gerät angemeldet, das wir nicht kennen:`,
      `${device.replace(' on ', ' auf ') || 'Unbekanntes Gerät'}, ${mailTime(at, 'de', timeZone)}, von ${address}.`,
    ],
    after: [
      'Wenn du das warst, ist alles gut.',
      'Wenn nicht, ändere jetzt dein Passwort: auf der Seite „Familie“ oder mit „Passwort vergessen?“ auf der Anmeldeseite.',
    ],
  }),
  'email-changed': ({ email }) => ({
    subject: 'Deine E-Mail-Adresse wurde geändert',
    before: [
      `Dein Weekfare-Konto verwendet ${email} nicht mehr. Du meldest dich ab jetzt mit der neuen Adresse an.`,
    ],
    after: [
      'Wenn du das nicht warst, bitte einen Verwalter deiner Familie um einen Passwort-Link, oder frag die Person, die euer Weekfare betreibt.',
    ],
  }),
  footer: (publicUrl) => `Diese Mail kommt von ${publicUrl}. Antworten darauf liest niemand.`,
};
