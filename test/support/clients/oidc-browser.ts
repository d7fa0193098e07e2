/** A browser that signs in at the identity provider and comes back, as the pages do. */
import type { Issuer } from '../servers/issuer.ts';
import { AppClient, type Reply, type Service } from '../service.ts';

export class OidcBrowser extends AppClient {
  readonly #issuer: Issuer;
  constructor(service: Pick<Service, 'url'>, issuer: Issuer) {
    super(service);
    this.#issuer = issuer;
  }

  async begin(start = '/app/api/oidc/start'): Promise<string> {
    const { body } = await this.call('POST', start, {});
    if (!body?.url) throw new Error(`The start was refused: ${JSON.stringify(body)}`);
    return body.url;
  }

  /** Signs in at the provider; the query with which it sends the browser back. */
  async signInAtProvider(subject: string, { start, email }: { start?: string; email?: string } = {}) {
    const url = await this.begin(start);
    return this.#issuer.authorize(url, { subject, ...(email && { email }) });
  }

  finish(search: URLSearchParams | string, path = '/app/api/oidc/finish'): Promise<Reply> {
    return this.call('POST', path, { search: String(search) });
  }

  async link(subject: string): Promise<Reply> {
    const search = await this.signInAtProvider(subject, { start: '/app/api/identities/start' });
    return this.finish(search, '/app/api/identities');
  }

  async signIn(subject: string, email?: string): Promise<Reply> {
    return this.finish(await this.signInAtProvider(subject, email ? { email } : {}));
  }
}
