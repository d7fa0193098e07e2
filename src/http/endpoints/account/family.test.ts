/** The family: invitations, roles, the time zone, the export and deletion. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { replacePlan } from '#actions/plan/plans.ts';
import { setPremium } from '#actions/account/families.ts';
import { OPERATOR } from '#storage/actor.ts';
import { dump } from '#test/support/snapshot.ts';
import {
  ANSWERED_LINE,
  NOTE,
  REJECTED_ON,
  makeWorld,
  PASSWORD,
  type World,
  RECIPE,
  PREFERENCES,
  week,
} from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';

const DAY_MS = 86_400_000;
const tokenOf = ({ link }: { link: string }) => link.split('#')[1] ?? '';

/** The keys and displays of a removed member remain valid. */
const KEEP_KEYS = { endKeysAndDisplays: false };

for (const kind of KINDS) {
  describe(`${kind}: family`, async () => {
    const publicUrl = 'https://weekfare.example';
    const service = await startService({ after, before }, { kind });
    const as = (token: string, method: string, path: string, body?: unknown) =>
      send(service, { method, path: `/app/api${path}`, token, body });
    const joinWith = (token: string, email: string) =>
      send(service, { method: 'POST', path: '/app/api/join', body: { token, email, password: PASSWORD } });
    const membersOf = async ({ owner }: World) => (await as(owner.token, 'GET', '/members')).body.members;
    let joined = 0;
    const newcomer = () => `newcomer${(joined += 1)}@example.org`;

    test('an invitation works once, also for concurrent requests, and its token is shown once', async () => {
      service.clock.nowMs += 60_000;
      const world = await makeWorld(service);
      const { body } = await as(world.owner.token, 'POST', '/invitations', { role: 'owner' });
      const [address, token = ''] = body.link.split('#');
      strictEqual(address, `${service.url}/join`);
      ok(!JSON.stringify((await as(world.owner.token, 'GET', '/invitations')).body).includes(token));
      const replies = await Promise.all([joinWith(token, newcomer()), joinWith(token, newcomer())]);
      deepStrictEqual(new Set(replies.map(({ status }) => status)), new Set([200, 410]));
      strictEqual((await joinWith(token, newcomer())).status, 410);
      const people = await membersOf(world);
      strictEqual(people.length, 4);
      strictEqual(people.filter(({ role }: { role: string }) => role === 'owner').length, 2);
    });

    test('an invitation is valid for seven days or until it is withdrawn', async () => {
      service.clock.nowMs += 60_000;
      const world = await makeWorld(service);
      const invite = async () => (await as(world.owner.token, 'POST', '/invitations', {})).body;
      const [early, late, withdrawn] = [await invite(), await invite(), await invite()];
      strictEqual((await as(world.owner.token, 'DELETE', `/invitations/${withdrawn.id}`)).status, 204);
      strictEqual((await joinWith(tokenOf(withdrawn), newcomer())).status, 410);
      const made = service.clock.nowMs;
      service.clock.nowMs = made + 7 * DAY_MS - 60_000;
      strictEqual((await joinWith(tokenOf(early), newcomer())).status, 200);
      service.clock.nowMs = made + 7 * DAY_MS + 60_000;
      strictEqual((await joinWith(tokenOf(late), newcomer())).status, 410);
    });

    test('refuses to join with the email of an account, without using up the invitation', async () => {
      service.clock.nowMs += 60_000;
      const world = await makeWorld(service);
      strictEqual((await joinWith(world.invitationToken, world.third.email)).body.code, 'email-taken');
      strictEqual((await joinWith(world.invitationToken, newcomer())).status, 200);
    });

    test('the last owner cannot be demoted or leave, also in concurrent requests', async () => {
      const world = await makeWorld(service);
      const { owner, third } = world;
      const role = (of: string, to: string, by = owner.token) =>
        as(by, 'PATCH', `/members/${of}`, { role: to });
      strictEqual((await role(owner.id, 'member')).body.code, 'last-owner');
      strictEqual(
        (await as(owner.token, 'DELETE', `/members/${owner.id}`, KEEP_KEYS)).body.code,
        'last-owner',
      );
      for (let round = 0; round < 5; round += 1) {
        strictEqual((await role(third.id, 'owner')).status, 204);
        const replies = await Promise.all([role(third.id, 'member'), role(owner.id, 'member', third.token)]);
        const owners = (await membersOf(world)).filter((person: { role: string }) => person.role === 'owner');
        strictEqual(owners.length, 1, JSON.stringify(replies));
        if (owners[0].id === third.id) strictEqual((await role(owner.id, 'owner', third.token)).status, 204);
      }
    });

    test('removing a member ends their sessions', async () => {
      const { owner, third } = await makeWorld(service);
      strictEqual((await as(owner.token, 'DELETE', `/members/${third.id}`, KEEP_KEYS)).status, 204);
      strictEqual((await as(third.token, 'GET', '/me')).status, 401);
    });

    test('the current week follows a change of the time zone', async () => {
      const { family, owner } = await makeWorld(service);
      const { store } = service;
      await setPremium({ store, actor: OPERATOR, nowMs: 0 }, family, 'forever');
      const { body: made } = await as(owner.token, 'POST', '/keys', { name: 'display' });
      // Sunday noon in London is Monday in Kiritimati.
      service.clock.nowMs = Date.parse('2026-11-15T12:00:00Z');
      const weeks = async () => {
        const reads = ['current', 'next'].map(async (which) => {
          const headers = { 'x-api-key': made.key };
          const response = await fetch(`${service.url}/api/meal-plans/v1/${which}`, { headers });
          return ((await response.json()) as { data: { weekOf: string } | null }).data?.weekOf;
        });
        return Promise.all(reads);
      };
      const target = { family, week: week('2026-11-16'), version: 0 };
      await replacePlan({ store, actor: owner.id, nowMs: service.clock.nowMs }, target, {});
      deepStrictEqual(await weeks(), ['2026-11-09T00:00:00.000Z', '2026-11-16T00:00:00.000Z']);
      strictEqual(
        (await as(owner.token, 'PATCH', '/family', { timeZone: 'Pacific/Kiritimati' })).status,
        204,
      );
      deepStrictEqual(await weeks(), ['2026-11-16T00:00:00.000Z', undefined]);
      for (const wrong of [{}, { timeZone: 'Mars/Base' }, { timeZone: '+14:00' }, { name: '' }]) {
        strictEqual((await as(owner.token, 'PATCH', '/family', wrong)).status, 400, JSON.stringify(wrong));
      }
    });

    test('the currency follows the time zone until an owner chooses one', async () => {
      const { owner, member } = await makeWorld(service);
      const currency = async () => (await as(member.token, 'GET', '/me')).body.family.currency;
      const patch = (body: unknown, token = owner.token) => as(token, 'PATCH', '/family', body);
      strictEqual(await currency(), null);
      strictEqual((await patch({ timeZone: 'Europe/Berlin' })).status, 204);
      strictEqual(await currency(), 'EUR');
      strictEqual((await patch({ currency: 'CHF' })).status, 204);
      strictEqual((await patch({ timeZone: 'Europe/London' })).status, 204);
      strictEqual(await currency(), 'CHF');
      for (const wrong of ['chf', 'XYZ', '', null, 1])
        strictEqual((await patch({ currency: wrong })).status, 400, JSON.stringify(wrong));
      strictEqual((await patch({ currency: 'EUR' }, member.token)).status, 403);
      strictEqual(
        (await as(owner.token, 'POST', '/family/export')).body['weekfare.json'].family.currency,
        'CHF',
      );
    });

    test('the export contains every row of the family and no hash', async () => {
      const world = await makeWorld(service);
      const { status, body } = await as(world.owner.token, 'POST', '/family/export');
      strictEqual(status, 200);
      const rows = await dump(service.store, world.family);
      const account = body['account.json'];
      const used = account.apiKeys.filter((key: { lastUsedAt: string | null }) => key.lastUsedAt !== null);
      const exported = {
        ...account,
        families: [account.family],
        api_keys: account.apiKeys,
        key_uses: used,
        list_links: account.listLinks,
        calendar_links: account.calendarLinks,
        dinner_times: [account.dinnerTime],
        import_parts: account.importParts,
        imported_recipes: account.importedRecipes,
        replaced_recipes: account.replacedRecipes,
        removed_members: account.removedMembers,
        photos: Object.keys(body).filter((name) => name.startsWith('pictures/')),
        recipe_photos: Object.keys(body).filter((name) => /^pictures\/[^/]*$/.test(name)),
        recipes: Object.keys(body).filter((name) => /^recipes\/.*\.json$/.test(name)),
        plans: body['plans.json'],
        list_operations: body['lists.json'].operations,
        line_answers: body['answers.json'],
        prices: body['prices.json'],
        recipe_notes: body['notes.json'],
        week_exceptions: body['week-exceptions.json'],
        menus: body['menus.json'],
        stars: body['stars.json'],
        rejected_dishes: body['rejected-dishes.json'],
        pantries: [body['pantry.json']],
        preferences: [body['preferences.json']],
      };
      // Derived from recipes and list operations to make reads faster; and what is deleted after a while.
      const derived = ['recipe_tags', 'lists', 'list_items', 'list_early_undos', 'bought_lines'];
      const ended = ['undo_steps', 'webhook_deliveries'];
      const secrets = [
        'sign_in_attempts',
        'reset_links',
        'email_links',
        'recovery_codes',
        'notices',
        'queued_mails',
      ];
      const leftOut = [...derived, ...ended, ...secrets];
      for (const [table, stored] of Object.entries(rows)) {
        if (!leftOut.includes(table)) strictEqual(exported[table].length, stored.length, table);
      }
      const text = JSON.stringify(body);
      const hashes = JSON.stringify(rows).match(/(?<=_hash":")[^"]+/g) ?? [];
      ok(hashes.length > 5);
      for (const hash of hashes) ok(!text.includes(hash), hash);
      for (const { email } of [world.owner, world.member, world.third]) ok(text.includes(email));
      deepStrictEqual(exported.plans[0].meals.Monday, {
        dinner: { description: 'Dal', kind: 'leftovers' },
      });
      strictEqual(account.displays[0].name, 'kitchen');
      deepStrictEqual(body['recipes/lentil-soup.json'].recipeIngredient, RECIPE.ingredients);
      match(body['recipes/lentil-soup.cook'], /@red lentils\{250%g\}/);
      deepStrictEqual(body['pantry.json'], [{ foodId: 'rice', quantityText: '500 g' }]);
      deepStrictEqual(exported.prices, [{ foodId: 'rice', centsPerKg: 275 }]);
      strictEqual(exported.line_answers[0].words, ANSWERED_LINE);
      deepStrictEqual(body['preferences.json'], { language: 'en', preferences: PREFERENCES });
      deepStrictEqual(
        exported.rejected_dishes.map(({ createdBy, ...rejected }: { createdBy: { id: string } }) => ({
          ...rejected,
          by: createdBy.id,
        })),
        [{ recipeId: world.recipe, rejectedOn: REJECTED_ON, by: world.member.id }],
      );
      deepStrictEqual(exported.recipe_notes, [{ recipeId: world.recipe, ...NOTE }]);
      deepStrictEqual(exported.stars, [{ eaterId: 'anna', recipeId: world.recipe, stars: 5 }]);
      strictEqual(exported.list_operations[0].operation.text, '2 l milk');
      deepStrictEqual(body['lists.json'].toBuy, []);
      match(body['README.txt'], /^Weekfare: world\d+, .*Deutsch/is);
      for (const token of [world.displayToken, world.owner.token]) ok(!text.includes(token));
    });

    test('deletion requires reauthentication and leaves only audit lines and the ids of the members', async () => {
      const world = await makeWorld(service);
      const other = await makeWorld(service);
      service.clock.nowMs += 11 * 60_000;
      const before = await dump(service.store, world.family);
      const others = await dump(service.store, other.family);
      const remove = () => as(world.owner.token, 'DELETE', '/family');
      strictEqual((await remove()).body.code, 'reauthentication-required');
      deepStrictEqual(await dump(service.store, world.family), before);
      await as(world.owner.token, 'POST', '/reauthentication/password', { password: PASSWORD });
      strictEqual((await remove()).status, 204);
      const { audit = [], removed_members = [], ...rest } = await dump(service.store, world.family);
      strictEqual(removed_members.length, (before.removed_members ?? []).length + 3);
      for (const [table, rows] of Object.entries(rest)) deepStrictEqual(rows, [], table);
      strictEqual(audit.length, (before.audit ?? []).length + 1);
      deepStrictEqual(await dump(service.store, other.family), others);
      strictEqual((await as(world.owner.token, 'GET', '/me')).status, 401);
    });

    // What follows needs no other queries: one database is enough.
    if (kind !== 'sqlite') return;

    test('the export is a download that other sites cannot start', async () => {
      const world = await makeWorld(service);
      const path = '/app/api/family/export';
      const requestExport = (site: string) =>
        send(service, {
          method: 'POST',
          path,
          token: world.owner.token,
          headers: { 'sec-fetch-site': site },
        });
      for (const site of ['cross-site', 'same-site'])
        strictEqual((await requestExport(site)).status, 403, site);
      const { status, headers } = await requestExport('same-origin');
      deepStrictEqual(
        [status, headers.get('content-disposition')],
        [200, 'attachment; filename="weekfare.zip"'],
      );
    });

    test('an invitation link uses PUBLIC_URL behind a proxy', async (t) => {
      const proxied = await startService(t, { kind, config: { publicUrl } });
      const { owner } = await makeWorld(proxied);
      const headers = {
        origin: publicUrl,
        host: 'evil.example',
        cookie: `__Host-weekfare-session=${owner.token}`,
      };
      const call = { method: 'POST', path: '/app/api/invitations', body: {}, headers };
      const { body } = await send(proxied, call);
      strictEqual(body.link.split('#')[0], `${publicUrl}/join`);
    });
  });
}
