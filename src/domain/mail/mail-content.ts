/** What mails there are, and what is known when each is written. */

export type MailContent =
  | { kind: 'reset'; email: string; link: string }
  | { kind: 'confirm'; email: string; link: string; isChange: boolean }
  | { kind: 'invitation'; inviter: string; familyName: string; link: string }
  /** `device` is a text of ours, such as "Firefox on Android", or empty. */
  | { kind: 'new-device'; email: string; device: string; address: string; at: string; timeZone: string }
  | { kind: 'email-changed'; email: string };

export type MailKind = MailContent['kind'];

/** The text of a mail. The link comes between the paragraphs. */
export type MailText = {
  subject: string;
  before: string[];
  link?: { label: string; url: string };
  after: string[];
};

/** The texts of all mails in one language, and the line at the end of each. */
export type MailTexts = {
  [Kind in MailKind]: (content: Extract<MailContent, { kind: Kind }>) => MailText;
} & { footer: (publicUrl: string) => string };

/** "Tuesday, 17 November 2026 at 09:15", in the family's time zone. */
export function mailTime(at: string, locale: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone });
  return format.format(Date.parse(at));
}
