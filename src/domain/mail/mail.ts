/**
 * What a mail contains, and its form: a subject, plain text, and simple HTML made from the same paragraphs. Every value
 * that a person has typed is reduced to one line and escaped here, so that it can neither add a header nor a link.
 */
import type { Language } from '#domain/language/language.ts';
import type { MailContent, MailText, MailTexts } from './mail-content.ts';
import { MAIL_TEXTS_DE } from './texts-de.ts';
import { MAIL_TEXTS_EN } from './texts-en.ts';

const TEXTS: Record<Language, MailTexts> = { en: MAIL_TEXTS_EN, de: MAIL_TEXTS_DE };

export type ComposedMail = { subject: string; text: string; html: string };

export function composeMail(
  content: MailContent,
  { language, publicUrl }: { language: Language; publicUrl: string },
): ComposedMail {
  const texts = TEXTS[language];
  const { subject, before, link, after } = textOf(texts, cleaned(content));
  const footer = texts.footer(publicUrl);
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

function textOf(texts: MailTexts, content: MailContent): MailText {
  // The kind of the content chooses the function that takes it.
  return (texts[content.kind] as (content: MailContent) => MailText)(content);
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
