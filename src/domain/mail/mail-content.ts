/** What mails there are, and what is known when each is written. */

export type MailContent =
  | { kind: 'reset'; email: string; link: string }
  | { kind: 'confirm'; email: string; link: string; isChange: boolean }
  | { kind: 'invitation'; inviter: string; familyName: string; link: string }
  /** `device` is a text of ours, such as "Firefox on Android", or empty. */
  | { kind: 'new-device'; email: string; device: string; address: string; at: string; timeZone: string }
  | { kind: 'email-changed'; email: string };

export type MailKind = MailContent['kind'];
