/**
 * What a mail contains, and its form: a subject, plain text, and simple HTML made from the same paragraphs. Every value
 * that a person has typed is reduced to one line and escaped here, so that it can neither add a header nor a link.
 */
import type { Language } from '#languages/language.ts';
import type { Translate } from '#languages/message-ids.ts';
import { translation } from '#languages/translate.ts';

/** What mails there are, and what is known when each is written. */
export type MailContent =
  | { kind: 'reset'; email: string; link: string }
  | { kind: 'confirm'; email: string; link: string; isChange: boolean }
  | { kind: 'invitation'; inviter: string; familyName: string; link: string }
  /** `device` is a text of ours, such as "Firefox on Android", or empty. */
  | { kind: 'new-device'; email: string; device: string; address: string; at: string; timeZone: string }
  | { kind: 'email-changed'; email: string };

export type MailKind = MailContent['kind'];

export type ComposedMail = { subject: string; text: string; html: string };

export function composeMail(
  content: MailContent,
  { language, publicUrl }: { language: Language; publicUrl: string },
): ComposedMail {
  const t = translation(language);
  const text = textOf(t, cleaned(content));
  const { subject, link } = text;
  const [before, after] = [paragraphsOf(text.before), paragraphsOf(text.after)];
  const footer = t('mail.footer', { publicUrl });
  const lines = [...before, ...(link ? [link.url] : []), ...after, `-- \n${footer}`];
  const paragraphs = [
    ...before.map(paragraph),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []),
    ...after.map(paragraph),
    `<p><small>${escapeHtml(footer)}</small></p>`,
  ];
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">';
  const html = `<!doctype html>\n<html lang="${language}"><head>${head}</head><body>\n${paragraphs.join('\n')}\n</body></html>\n`;
  return { subject, text: `${lines.join('\n\n')}\n`, html };
}

/** The link comes between the paragraphs, which have an empty line between them. */
type MailText = { subject: string; before: string; link?: { label: string; url: string }; after: string };

function textOf(t: Translate, content: MailContent): MailText {
  switch (content.kind) {
    case 'reset':
      return {
        subject: t('mail.reset.subject'),
        before: t('mail.reset.before', content),
        link: { label: t('mail.reset.link'), url: content.link },
        after: t('mail.reset.after'),
      };
    case 'confirm':
      return {
        subject: t(content.isChange ? 'mail.confirm.subject-change' : 'mail.confirm.subject'),
        before: t(content.isChange ? 'mail.confirm.before-change' : 'mail.confirm.before', content),
        link: { label: t('mail.confirm.link'), url: content.link },
        after: t('mail.confirm.after'),
      };
    case 'invitation':
      return {
        subject: t('mail.invitation.subject', content),
        before: t('mail.invitation.before', content),
        link: { label: t('mail.invitation.link'), url: content.link },
        after: t('mail.invitation.after'),
      };
    case 'new-device':
      return {
        subject: t('mail.new-device.subject'),
        before: t('mail.new-device.before', {
          ...content,
          device: deviceText(t, content.device),
          time: timeText(t, content),
        }),
        after: t('mail.new-device.after'),
      };
    default:
      return {
        subject: t('mail.email-changed.subject'),
        before: t('mail.email-changed.before', content),
        after: t('mail.email-changed.after'),
      };
  }
}

function deviceText(t: Translate, device: string): string {
  const [browser, system] = device.split(' on ');
  if (system !== undefined) return t('mail.new-device.browser', { browser, system });
  return device || t('mail.new-device.unknown');
}

/** "Tuesday, 17 November 2026 at 09:15", in the family's time zone. */
function timeText(t: Translate, { at, timeZone }: { at: string; timeZone: string }): string {
  const format = new Intl.DateTimeFormat(t('mail.locale'), {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone,
  });
  return format.format(Date.parse(at));
}

function paragraphsOf(text: string): string[] {
  return text.split('\n\n');
}

function cleaned(content: MailContent): MailContent {
  return content.kind === 'invitation'
    ? { ...content, familyName: withoutLinks(content.familyName) }
    : content;
}

const MAX_NAME = 60;

/**
 * A name that strangers read in a mail: one line, short, and without the characters that a mail program would make a
 * link of. Otherwise a family name could be an advertisement.
 */
function withoutLinks(name: string): string {
  const words = name.replace(/[./:@\\]/g, ' ').replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ');
  return Array.from(words.trim()).slice(0, MAX_NAME).join('');
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
