/**
 * The promises that need no processes, kills, time or scale: a test of `npm test` proves each. The defect was planted once,
 * and the test failed.
 */
import type { PARTS } from './trial.ts';

export type TestedPromise = {
  part: keyof typeof PARTS;
  promise: string;
  /** Its file, and a part of its name. */
  test: readonly [file: string, name: string];
  defect: string;
};

export const TESTED: readonly TestedPromise[] = [
  {
    part: 'durability',
    promise: 'a backup during writes is a consistent snapshot and is restored row for row, on both databases',
    test: ['src/actions/backup.test.ts', 'a backup is a consistent snapshot and does not block writes'],
    defect: 'a backup reads table by table without a snapshot',
  },
  {
    part: 'durability',
    promise: 'damaged, truncated and newer backups are refused, and the data does not change',
    test: ['src/actions/backup.test.ts', 'refuses damaged files and changes nothing'],
    defect: 'the checksum of a backup is not compared',
  },
  {
    part: 'durability',
    promise: 'a move from SQLite to PostgreSQL copies row for row, and numbers continue',
    test: ['src/actions/move.test.ts', 'copies every row unchanged'],
    defect: "PostgreSQL's sequence starts again at one",
  },
  {
    part: 'faults',
    promise: 'concurrent changes of one slot on two servers: one is made, the other gets 409 with the plan',
    test: ['src/http/endpoints/plan/changes.test.ts', 'of two concurrent changes of one slot on two servers'],
    defect: 'an edit of an empty slot does not check whether the slot is still empty',
  },
  {
    part: 'faults',
    promise: 'cached reads return nothing of another family',
    test: ['test/contract.test.ts', 'returns only the plans of the key’s own family'],
    defect: 'responses are cached by week, not by family',
  },
  {
    part: 'faults',
    promise: 'while the database does not respond: 503 with `Retry-After` within 2 s, never 401 or 402',
    test: ['test/outage.test.ts', 'returns 503 within 2 s, never 401 or 402'],
    defect: 'a key that cannot be read from the database counts as unknown',
  },
  {
    part: 'faults',
    promise:
      'latency, resets, one byte at a time and half-open connections between server and database: every request is answered within 2 s, and all work again afterwards',
    test: ['test/outage.test.ts', 'returns 200 or 503 within 2 s, and works again afterwards'],
    defect: 'a request has no time limit, only each of its statements',
  },
  {
    part: 'attacks',
    promise:
      'requests from another site and under a foreign host name: every route refuses, nothing is written',
    test: ['src/http/access/host-name.test.ts', 'every route refuses changes from another site'],
    defect: 'only requests that the browser marks as cross-site are refused',
  },
  {
    part: 'attacks',
    promise: 'signing in with an unknown email takes as long as with a known one, and gets the same answer',
    test: ['src/auth/password.test.ts', 'takes as much processor time for an unknown account'],
    defect: 'without an account, no password hash is computed',
  },
  {
    part: 'attacks',
    promise: 'networks that sign in without pause do not delay another network',
    test: ['src/auth/password.test.ts', '40 networks that were busy before do not delay a new one'],
    defect: 'the queue serves in order of arrival',
  },
  {
    part: 'attacks',
    promise: 'families that plan without pause do not delay another family',
    test: ['src/jobs/planning/planner-pool.test.ts', 'a family waits only for the running task'],
    defect: 'the queue serves in order of arrival',
  },
  {
    part: 'attacks',
    promise: 'unknown fields, such as `role` or `premium`, in any object of any body are refused',
    test: ['src/http/serve.test.ts', 'refuses and names unknown fields'],
    defect: 'sign-up accepts additional fields, such as Premium',
  },
  {
    part: 'attacks',
    promise: 'links are built from `PUBLIC_URL`, whatever the client says its host is',
    test: [
      'src/http/endpoints/keys-and-links/displays.test.ts',
      'over https the cookie has the __Host- prefix',
    ],
    defect: "links are built from the client's Host header",
  },
  {
    part: 'attacks',
    promise: 'the browser app inserts no text as markup; hostile texts are shown literally',
    test: ['test/project/architecture.test.ts', 'src violates no rule'],
    defect: 'the display renders a meal as HTML',
  },
  {
    part: 'attacks',
    promise: 'keys, passwords, links and other secrets are in no log, metric, error, file or backup',
    test: ['test/secrets.test.ts', 'no response, log, file or backup contains a secret'],
    defect: 'the audit log contains the key',
  },
  {
    part: 'attacks',
    promise: 'a key without the scope of an operation is refused and changes nothing',
    test: ['test/callers/api-callers.test.ts', 'needs a key, Premium and the scope'],
    defect: 'a key may do everything',
  },
  {
    part: 'attacks',
    promise: 'a calendar link is refused once it is revoked, and is logged nowhere',
    test: ['src/http/calendar/calendar-handler.test.ts', '404 at once after revoking'],
    defect: 'a link that was read before is not checked again; the log has its path',
  },
  {
    part: 'attacks',
    promise: 'addresses of private services, in every notation and behind redirects: no socket is opened',
    test: ['src/fetch/guarded-fetch.test.ts', 'attacks are refused and reach no private socket'],
    defect: 'only addresses that a name resolves to are checked',
  },
  {
    part: 'attacks',
    promise: 'duplicate names, 10,000 levels, JSON bombs and broken Unicode are refused in linear time',
    test: ['src/http/server/json-body.test.ts', 'and refuses any duplicate name'],
    defect: 'duplicate names are accepted, and the last one wins',
  },
];
