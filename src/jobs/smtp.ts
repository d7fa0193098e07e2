/** The connection to the operator's mail server (SMTP), by nodemailer, which is loaded when the first mail is sent. */
import type { ComposedMail } from '#domain/mail/mail.ts';
import type { Sender } from '#domain/mail/mail-address.ts';

/** `url`: `smtp://` or `smtps://`, with user name and password if the server asks for them. */
export type MailSettings = { url: string; from: Sender };

/** A server that does not respond must not hold up the other mails for long. */
const CONNECT_MS = 10_000;
const SOCKET_MS = 20_000;

export type Smtp = {
  send(mail: ComposedMail & { to: string }): Promise<void>;
  close(): void;
};

export async function openSmtp({ url, from }: MailSettings): Promise<Smtp> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    ...serverIn(url),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html }) {
      await transport.sendMail({
        from,
        // An object, not text: nodemailer would look for several addresses in a text.
        to: { name: '', address: to },
        subject,
        text,
        html,
        // RFC 3834: no automatic replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}

/**
 * `smtps` is TLS from the start. `smtp` switches to TLS if the server offers it, and must do so before a password is
 * sent. On the same machine TLS would protect nothing, and certificates are often made by the machine itself.
 */
function serverIn(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(host);
  const secure = protocol === 'smtps:';
  const auth = username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return {
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(auth && { auth }),
    ignoreTLS: isLocal && !secure,
    requireTLS: Boolean(auth) && !isLocal && !secure,
  };
}
