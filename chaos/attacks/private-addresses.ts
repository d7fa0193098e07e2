/**
 * A member has the server fetch addresses that name this machine or a private network, directly, in odd notations and by
 * redirects. A private service listens on every address of the machine and counts connections.
 */
import { once } from 'node:events';
import { createServer as createSite } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { FETCH_ATTACKS } from '#test/support/texts/fetch-attacks.ts';
import { send } from '#test/support/clients/request.ts';
import type { Trial } from '../trial.ts';
import { startTarget } from './target.ts';

async function listenAt(server: Server, host: string): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

export const privateAddresses: Trial = {
  name: 'private-addresses',
  part: 'attacks',
  promise: 'addresses of private services, in every notation and behind redirects: none is reached',
  times: { full: FETCH_ATTACKS.length, short: FETCH_ATTACKS.length },
  coveredBy: 'src/fetch/guarded-fetch.test.ts',
  defect: {
    what: 'only addresses that a name resolves to are checked',
    file: 'src/fetch/guard.ts',
    from: 'if (!addresses.every((address) => this.#isAllowed(address)))',
    to: 'if (isIP(name) === 0 && !addresses.every((address) => this.#isAllowed(address)))',
  },

  async run(context) {
    const reached: string[] = [];
    const hidden = createServer((socket) => {
      reached.push(socket.localAddress ?? 'unknown');
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<h1>secret</h1>');
    });
    const site = createSite((request, response) => {
      const [, location = ''] = (request.url ?? '').split('?');
      response.writeHead(302, { location: decodeURIComponent(location) }).end();
    });
    const [privatePort, sitePort] = [await listenAt(hidden, '::'), await listenAt(site, '127.0.0.2')];
    context.scope.after(() => void hidden.close());
    context.scope.after(() => void site.close());
    const target = await startTarget(context, { FETCH_PRIVATE_HOSTS: '127.0.0.2' });
    const world = await target.newWorld();
    // Those that end by the time limit, or need a name server of their own, are in the test.
    const attacks = FETCH_ATTACKS.slice(0, context.times).filter(
      ([address]) => address.includes('PRIVATE') && !address.includes('silent.example'),
    );
    const broken: string[] = [];
    for (const [attack] of attacks) {
      const address = attack.replaceAll('PRIVATE', `${privatePort}`).replaceAll('SITE', `${sitePort}`);
      reached.length = 0;
      const { status } = await send(target, {
        method: 'POST',
        path: '/app/api/recipes/read',
        body: { address: address.replaceAll('site.example', '127.0.0.2') },
        token: world.owner.token,
      });
      if (status !== 422) broken.push(`${attack} returned ${status}`);
      if (reached.length > 0) broken.push(`${attack} reached the private service at ${reached[0]}`);
    }
    return { figures: { attacks: attacks.length }, broken };
  },
};
