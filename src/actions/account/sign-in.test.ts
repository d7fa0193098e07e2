/** A sign-in concurrent with a change of the password: the old password leaves no valid session. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { groupsOfStranger } from '#auth/password.ts';
import { findCaller } from '#auth/session.ts';
import { findCredentials } from '#storage/tables/account/members.ts';
import { accepted } from '#test/support/accepted.ts';
import { makeWorld, PASSWORD, type World } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { type Service, startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';
import { signIn } from './sign-in.ts';

const NEXT = 'a completely new one';

for (const kind of KINDS) {
  test(`${kind}: refuses a sign-in that starts before a change of the password and ends after it`, async (t) => {
    const service = await startService(t, { kind });
    const { store, clock } = service;
    const { owner } = await makeWorld(service);
    const arrival = {
      nowMs: clock.nowMs,
      from: { device: '', address: '' },
      groups: groupsOfStranger('192.0.2.1'),
      isNewDevice: false,
    };
    const seen = await findCredentials(store.db, owner.email);
    strictEqual((await changePassword(service, owner)).status, 200);
    deepStrictEqual(await signIn(store, seen, PASSWORD, arrival), { refused: 'wrong-password' });
    const now = await findCredentials(store.db, owner.email);
    const { token } = accepted(await signIn(store, now, NEXT, arrival));
    strictEqual((await findCaller(store.db, token, clock.nowMs))?.member, owner.id);
  });

  test(`${kind}: ends all sessions that concurrent sign-ins open with the old password`, async (t) => {
    const service = await startService(t, { kind });
    const { store, clock } = service;
    const { owner } = await makeWorld(service);
    const arrival = {
      nowMs: clock.nowMs,
      from: { device: '', address: '' },
      groups: groupsOfStranger('192.0.2.1'),
      isNewDevice: false,
    };
    const tokens: string[] = [];
    const state = { isChanged: false };
    const intrude = async () => {
      // A member has at most 50 sessions, and a new one would end the owner's.
      while (!state.isChanged && tokens.length < 40) {
        const credentials = await findCredentials(store.db, owner.email);
        const outcome = await signIn(store, credentials, PASSWORD, arrival);
        if ('token' in outcome) tokens.push(outcome.token);
      }
    };
    const intruders = Array.from({ length: 3 }, intrude);
    const { status } = await changePassword(service, owner);
    state.isChanged = true;
    await Promise.all(intruders);
    strictEqual(status, 200);
    for (const token of tokens) strictEqual(await findCaller(store.db, token, clock.nowMs), undefined);
    strictEqual((await findCaller(store.db, owner.token, clock.nowMs))?.member, owner.id);
  });
}

function changePassword(service: Service, { token }: World['owner']) {
  const body = { current: PASSWORD, next: NEXT };
  return send(service, { method: 'PUT', path: '/app/api/password', token, body });
}
