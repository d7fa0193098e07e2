/**
 * The shopping lists of one signed-in member: an outbox of operations and the cached lists. An operation
 * shows at once, is stored before it is sent, and stays until the server has it. Does not know React.
 */
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import type { ResponseOf } from '#http/app-api.ts';
import { rateLimitMs } from '#web/base/api.ts';
import { currentLanguage } from '#web/base/i18n/language.ts';
import { CachedValues, type ValueState } from './cached-values.ts';
import { type Account, type Deletion } from '#web/data/database.ts';
import { isWaiting, type ListChange } from '#web/data/outbox/list-outbox.ts';
import { openOutbox } from '#web/data/outbox/outbox.ts';
import { getAs, postAs } from '#web/data/outbox/requests.ts';
import { retryDelayMs, type Sent } from '#web/data/outbox/sender.ts';

type ListResponse = ResponseOf<'GET /app/api/lists/:week'>;

type CachedList = Pick<ListResponse, 'list' | 'version' | 'units' | 'cost' | 'warnings'>;
export type ListState = ValueState<CachedList>;

/** Broadcast between tabs: a newer list, or nothing when only the outbox has changed. */
type Message = { week: string; list: CachedList } | undefined;

/** The server takes no more operations in one request. */
const MAX_BATCH = 100;

export function openListStore(account: Account, onChange: () => void) {
  const { outbox, lists, retry, isStored } = connectOutbox(account, onChange);
  void outbox.log.reload().then(outbox.send);

  return {
    account,
    stateOf: (week: string) => lists.stateOf(week),
    changes: () => outbox.log.entries,
    isStored,
    watch: (week: string) => lists.watch(week),

    /** Something may have changed, or did with this number, and what has failed is worth a retry. */
    refresh(week: string, changeId?: number): void {
      void lists.refresh(week, changeId);
      void outbox.send();
    },

    operate: (week: string, operation: ListOperation): void =>
      void outbox.commit((changes) => [...changes, { week, operation }]),

    dismissRefused: (opId: string): void =>
      void outbox.commit((changes) =>
        changes.filter((change) => isWaiting(change) || change.operation.opId !== opId),
      ),

    async close(deletion: Deletion): Promise<void> {
      retry.stop();
      await outbox.close(deletion);
    },
  };
}

/** The outbox and the cached lists: a sent batch and other tabs update the lists, a failed fetch is retried. */
function connectOutbox(account: Account, onChange: () => void) {
  let isStored = true;
  const { member } = account;
  const outbox = openOutbox<ListChange, CachedList, Message>({
    account,
    kind: 'lists',
    sendNext: () => sendNextBatch(),
    onChange: () => changed(),
    onUnavailable() {
      isStored = false;
      changed();
    },
    onMessage(message) {
      if (message) void lists.take(message.week, message.list, lists.now(), message.list.version);
    },
    emptyMessage: undefined,
  });
  const lists = new CachedValues<CachedList>({
    storage: outbox.values,
    async fetch(week) {
      const value = await retry.track(
        week,
        getAs(member, 'GET /app/api/lists/:week', partsOf(week), parseList),
      );
      return { value, changeId: value.version };
    },
    // The number of a change only grows.
    isOutdated: ({ version }, current) => version < current.version,
    onChange: () => changed(),
  });
  const retry = createRetry((week) => void lists.refresh(week));
  const sendNextBatch = createBatchSender(member, outbox, async (week, list) => {
    await lists.take(week, list, lists.now(), list.version);
    outbox.broadcast({ week, list });
  });
  function changed(): void {
    if (!outbox.isClosed()) onChange();
  }
  return { outbox, lists, retry, isStored: () => isStored };
}

/** Fetches a list again after a failure; without this, it would wait for the next event of the plan. */
function createRetry(refresh: (week: string) => void) {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    async track<Response>(week: string, response: Promise<Response>): Promise<Response> {
      try {
        const received = await response;
        failures = 0;
        return received;
      } catch (error) {
        // After a 429 the cached values wait themselves.
        if (rateLimitMs(error) === undefined) {
          failures += 1;
          clearTimeout(timer);
          timer = setTimeout(() => refresh(week), retryDelayMs(failures, Math.random()));
        }
        throw error;
      }
    },
    stop: () => clearTimeout(timer),
  };
}

type ListOutbox = Pick<
  ReturnType<typeof openOutbox<ListChange, CachedList, Message>>,
  'log' | 'isClosed' | 'broadcast'
>;

/** Sends the operations of one week together, or one by one after a refusal to find the refused one. */
function createBatchSender(
  member: string,
  { log, isClosed }: ListOutbox,
  takeList: (week: string, list: CachedList) => Promise<void>,
) {
  let batchSize = MAX_BATCH;

  return async function sendNextBatch(): Promise<Sent | undefined> {
    const waiting = (await log.reload()).filter(isWaiting);
    const week = waiting[0]?.week;
    if (week === undefined || isClosed()) return undefined;
    const operations = waiting
      .filter((change) => change.week === week)
      .slice(0, batchSize)
      .map(({ operation }) => operation);
    const ids = new Set(operations.map(({ opId }) => opId));
    const isSent = ({ operation }: ListChange) => ids.has(operation.opId);
    const sent = { ...partsOf(week), body: { operations } };
    const outcome = await postAs(member, 'POST /app/api/lists/:week/operations', sent, parseList);
    if (outcome.kind === 'done') {
      // The list first, and stored: removed from the outbox before that, a tick would disappear for a moment.
      await takeList(week, outcome.response);
      await log.apply((changes) => changes.filter((change) => !isSent(change)));
    }
    if (outcome.kind === 'refused') {
      const { reason } = outcome;
      const isSingle = operations.length === 1;
      if (isSingle) {
        await log.apply((changes) =>
          changes.map((change) => (isSent(change) ? { ...change, reason } : change)),
        );
      }
      batchSize = isSingle ? MAX_BATCH : 1;
    }
    // Lists have no conflicts: such a response is not our server's.
    return outcome.kind === 'conflict' ? { kind: 'retry' } : outcome;
  };
}

function partsOf(week: string) {
  return { params: { week }, query: { language: currentLanguage() } };
}

function parseList(body: Partial<ListResponse> | undefined): CachedList | undefined {
  const { list, version, units, cost, warnings } = body ?? {};
  // Else it is not our server's response.
  return list && version !== undefined && units && cost && warnings
    ? { list, version, units, cost, warnings }
    : undefined;
}
