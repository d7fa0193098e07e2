/**
 * Reads the settings; the only module that reads the environment. Reports all wrong settings at once, so that an
 * operator can fix them together.
 */
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { parseSender } from './domain/mail/mail-address.ts';
import type { PremiumSetting } from './domain/family/premium.ts';
import { parseHost } from './domain/text/host.ts';
import { UserError } from './domain/user-error.ts';
import { isAllowedWithoutTls, type ProviderSettings } from '#auth/identity-provider.ts';
import type { FetchSettings } from '#fetch/guard.ts';
import type { MailSettings } from '#jobs/smtp.ts';
import type { Location } from '#storage/store.ts';

const HTTP_URL = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine((text) => isBareAddress(URL.parse(text)), {
    error: 'must have no user name, password, query or fragment',
  })
  // Cookies and links compare the exact text: normalise HTTPS://Example.org to https://example.org.
  .transform((text) => new URL(text).href.replace(/\/+$/, ''));

/** Readers of the change feed rely on it (ARCHITECTURE.md). */
const MIN_RETENTION_DAYS = 90;

/** `invitation`: the operator adds families and members invite; `closed`: only members sign in. */
const SIGN_UPS = ['open', 'invitation', 'closed'] as const;

const settings = z.object({
  HOST: z.string().min(1).default('127.0.0.1').describe('address to listen on'),
  PORT: wholeNumber(0, 65_535).default(3000).describe('port to listen on; 0 for any free port'),
  METRICS_HOST: z.string().min(1).default('127.0.0.1').describe('address for METRICS_PORT'),
  METRICS_PORT: wholeNumber(0, 65_535)
    .optional()
    .describe('port for /metrics, which is then not on PORT; 0 for any free port'),
  DATA_DIR: z.string().min(1).default('./data').describe('folder of the SQLite database'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .optional()
    .describe('PostgreSQL to use instead of SQLite'),
  PREMIUM: z
    .enum(['granted', 'everyone'], { error: 'must be granted or everyone' })
    .default('granted')
    .describe('who has Premium: families the operator grants it to, or everyone'),
  SIGN_UP: z
    .enum(SIGN_UPS, { error: 'must be open, invitation or closed' })
    .default('open')
    .describe('who may sign up: anyone, only people with an invitation, or nobody'),
  SIGN_IN: z
    .enum(['any', 'oidc'], { error: 'must be any or oidc' })
    .default('any')
    .describe('how members sign in: in any way, or only with the identity provider'),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be an https address' })
    .refine((text) => isBareAddress(URL.parse(text)), {
      error: 'must have no user name, password, query or fragment',
    })
    .refine((text) => !text.startsWith('http:') || isAllowedWithoutTls(new URL(text)), {
      error: 'must be an https address; http only on this machine',
    })
    .optional()
    .describe('the issuer of an identity provider (OpenID Connect)'),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe('the id of Weekfare at the identity provider'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('its secret there, unless it is a public client'),
  OIDC_NAME: z.string().trim().min(1).max(40).optional().describe('what people call the identity provider'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
    .refine(isMailServer, {
      error: 'must have a host name, and no path, query or fragment; write special characters as %40',
    })
    .optional()
    .describe('mail server, with user name and password if it needs them'),
  MAIL_FROM: z
    .string()
    .transform((text, context) => {
      const sender = parseSender(text);
      if (sender) return sender;
      context.addIssue('must be an address, such as Weekfare <meals@example.org>');
      return z.NEVER;
    })
    .optional()
    .describe('sender of mails'),
  RATE_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000_000)
    .default(600)
    .describe('API requests a minute for each key; 0 for no limit'),
  APP_RATE_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000_000)
    .default(600)
    .describe('web app requests a minute for each session; 0 for no limit'),
  SIGN_UPS_PER_DAY: wholeNumber(0, 1_000_000)
    .default(10)
    .describe('families that may sign up in a day from one address; 0 for no limit'),
  CACHE_MB: wholeNumber(1, 1_000)
    .default(32)
    .describe('megabytes of memory for what is read by key or by a calendar link'),
  MIN_FREE_DISK_MB: wholeNumber(0, 1_000_000_000)
    .default(500)
    .describe('megabytes of the disk that files and new families leave free, at most a twentieth of it'),
  AUDIT_RETENTION_DAYS: wholeNumber(0, 36_500)
    .refine((days) => days === 0 || days >= MIN_RETENTION_DAYS, {
      error: `must be 0, or a whole number from ${MIN_RETENTION_DAYS} to 36500`,
    })
    .default(365)
    .describe(`days that lines of the audit log are stored, at least ${MIN_RETENTION_DAYS}; 0 for ever`),
  PUBLIC_URL: HTTP_URL.optional().describe('the address people use, when a proxy is in front'),
  ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((text, context) => {
      const names = text.split(/[\s,]+/).filter(Boolean);
      const hosts = names.flatMap((name) => parseHost(name) ?? []);
      if (hosts.length < names.length) {
        context.addIssue('must be host names or addresses, such as raspberrypi.local or 10.0.0.5:3000');
      }
      return hosts;
    })
    .describe('host names at which changes are accepted without PUBLIC_URL'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((list) => list.every(isNetwork), {
      error: 'must be addresses or networks, such as 10.0.0.0/8',
      abort: true,
    })
    .refine((list) => !list.some((network) => /\/0+$/.test(network)), {
      error:
        'must not be every address (/0): each client could then choose the address it seems to come from',
    })
    .describe('proxies whose X-Forwarded-For is believed'),
  FETCH: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('on')
    .describe('whether members can have web pages fetched, to import recipes'),
  FETCH_PRIVATE_HOSTS: z
    .string()
    .default('')
    .transform((text, context) => {
      const names = text.split(/[\s,]+/).filter(Boolean);
      const hosts = names.flatMap((name) => (isNetwork(name) ? name : (parseHostname(name) ?? [])));
      if (hosts.length < names.length) {
        context.addIssue('must be host names, addresses or networks, such as nas.local or 192.168.1.0/24');
      }
      return hosts;
    })
    .describe('private hosts and networks that may be fetched despite being private'),
  SECURITY_CONTACT: z
    .url({ protocol: /^(mailto|https)$/, error: 'must be a mailto: or https: address' })
    .optional()
    .describe('contact for reports of vulnerabilities, for /.well-known/security.txt'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be debug, info, warn, error or silent',
    })
    .default('info')
    .describe('how much is logged'),
});

export type Config = {
  host: string;
  port: number;
  /** The separate listener of `/metrics`; undefined when it is on the public port. */
  metrics: { host: string; port: number } | undefined;
  location: Location;
  premium: PremiumSetting;
  signUp: (typeof SIGN_UPS)[number];
  /** `oidc`: only with the identity provider. */
  signIn: 'any' | 'oidc';
  oidc: ProviderSettings | undefined;
  /** Undefined if no mail is sent. */
  mail: MailSettings | undefined;
  rateLimitPerMinute: number;
  appRateLimitPerMinute: number;
  /** From one address; 0 for no limit. */
  signUpsPerDay: number;
  cacheBytes: number;
  minFreeDiskBytes: number;
  /** 0 for ever. */
  auditRetentionDays: number;
  publicUrl: string | undefined;
  /** As `parseHost` writes them. */
  allowedHosts: string[];
  trustedProxies: string[];
  fetch: Omit<FetchSettings, 'userAgent'>;
  securityContact: string | undefined;
  logLevel: z.infer<typeof settings>['LOG_LEVEL'];
};

export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  // Shells and compose files set a variable to an empty value to unset it.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { data, error } = settings.superRefine(checkProvider).superRefine(checkMail).safeParse(given);
  if (!data) throw new UserError(wrongSettings(error, given));
  return {
    host: data.HOST,
    port: data.PORT,
    metrics:
      data.METRICS_PORT === undefined ? undefined : { host: data.METRICS_HOST, port: data.METRICS_PORT },
    location: data.DATABASE_URL
      ? { kind: 'postgres', url: data.DATABASE_URL }
      : { kind: 'sqlite', file: join(resolve(data.DATA_DIR), 'weekfare.db') },
    premium: data.PREMIUM,
    signUp: data.SIGN_UP,
    signIn: data.SIGN_IN,
    oidc: providerIn(data),
    mail: data.SMTP_URL && data.MAIL_FROM ? { url: data.SMTP_URL, from: data.MAIL_FROM } : undefined,
    rateLimitPerMinute: data.RATE_LIMIT_PER_MINUTE,
    appRateLimitPerMinute: data.APP_RATE_LIMIT_PER_MINUTE,
    signUpsPerDay: data.SIGN_UPS_PER_DAY,
    cacheBytes: data.CACHE_MB * 1_000_000,
    minFreeDiskBytes: data.MIN_FREE_DISK_MB * 1_000_000,
    auditRetentionDays: data.AUDIT_RETENTION_DAYS,
    publicUrl: data.PUBLIC_URL,
    allowedHosts: data.ALLOWED_HOSTS,
    trustedProxies: data.TRUSTED_PROXIES,
    fetch: { isOn: data.FETCH === 'on', privateHosts: data.FETCH_PRIVATE_HOSTS },
    securityContact: data.SECURITY_CONTACT,
    logLevel: data.LOG_LEVEL,
  };
}

type Settings = z.infer<typeof settings>;

/** The settings of the identity provider that need each other. */
function checkProvider({ OIDC_ISSUER, OIDC_CLIENT_ID, SIGN_IN }: Settings, context: z.RefinementCtx): void {
  const addIssue = (name: keyof Settings, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (OIDC_ISSUER && !OIDC_CLIENT_ID) addIssue('OIDC_CLIENT_ID', 'must be set, because OIDC_ISSUER is');
  if (OIDC_CLIENT_ID && !OIDC_ISSUER) addIssue('OIDC_ISSUER', 'must be set, because OIDC_CLIENT_ID is');
  if (SIGN_IN === 'oidc' && !OIDC_ISSUER) addIssue('SIGN_IN', 'needs OIDC_ISSUER and OIDC_CLIENT_ID');
}

/** The settings of mail that need each other. Links in mails never come from a request, which anyone can forge. */
function checkMail({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Settings, context: z.RefinementCtx): void {
  const addIssue = (name: keyof Settings, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (SMTP_URL && !MAIL_FROM) addIssue('MAIL_FROM', 'must be set, because SMTP_URL is');
  if (MAIL_FROM && !SMTP_URL) addIssue('SMTP_URL', 'must be set, because MAIL_FROM is');
  if (SMTP_URL && !PUBLIC_URL) addIssue('PUBLIC_URL', 'must be set, because mails have links to it');
}

function providerIn(data: Settings): ProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = data;
  if (!issuer || !clientId) return undefined;
  return { issuer, clientId, clientSecret, name: data.OIDC_NAME ?? new URL(issuer).hostname };
}

/** The settings with their defaults, for `--help`. */
export function describeSettings(): string {
  return Object.entries(settings.shape)
    .map(([name, schema]) => {
      const preset = settings.shape[name as keyof typeof settings.shape].safeParse(undefined).data;
      const shown =
        preset === undefined || preset === '' || typeof preset === 'object' ? 'not set' : String(preset);
      return `  ${name.padEnd(26)} ${schema.description} [${shown}]`;
    })
    .join('\n');
}

/** They are not shown. A URL may contain a password. */
const SECRETS = new Set(['DATABASE_URL', 'PUBLIC_URL', 'OIDC_ISSUER', 'OIDC_CLIENT_SECRET', 'SMTP_URL']);

function wrongSettings(error: z.ZodError, given: NodeJS.ProcessEnv): string {
  const lines = error.issues.map(({ path: [name], message }) => {
    const isSecret = SECRETS.has(String(name)) || given[String(name)] === undefined;
    const shown = isSecret ? '' : ` (it is ${JSON.stringify(given[String(name)])})`;
    return `  ${String(name)}: ${message}${shown}`;
  });
  return `These settings are wrong:\n${lines.join('\n')}`;
}

function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,10}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((number) => number >= min && number <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    });
}

/** True for a text that is not a URL: the check before this one reports it. */
function isBareAddress(url: URL | null): boolean {
  return url === null || url.username + url.password + url.search + url.hash === '';
}

/** Without a port. */
function parseHostname(text: string): string | undefined {
  return text.includes(':') ? undefined : parseHost(text);
}

function isMailServer(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !url.hostname || url.pathname.replace('/', '') + url.search + url.hash !== '') return false;
  try {
    decodeURIComponent(url.username + url.password);
    return true;
  } catch {
    return false;
  }
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
