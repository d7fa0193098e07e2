/**
 * Loads `node:test` so that it finds the current test by an AsyncLocalStorage. By default it tracks the creation and the
 * garbage collection of every promise of the process, to know which test has caused it: up to a third of the processor
 * time of our tests. Nothing else changes: a nested test belongs to the suite that runs it, also after an await, and an
 * uncaught error fails the run (docs/decisions/0062-test-files-share-a-process.md).
 */
import asyncHooks, { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

type Init = (asyncId: number, type: string, triggerAsyncId: number, resource: object) => void;

const { createHook, executionAsyncId } = asyncHooks;
/** The id of the test, suite or hook that runs. */
const currentId = new AsyncLocalStorage<number>();
/** The runner's function that stores a test under its id. */
let register: Init | undefined;

/** The base class of the runner's tests. */
class TestResource extends AsyncResource {
  constructor(...parameters: ConstructorParameters<typeof AsyncResource>) {
    super(...parameters);
    register?.(this.asyncId(), parameters[0], 0, this);
  }

  override runInAsyncScope<This, Result>(
    work: (this: This, ...parameters: unknown[]) => Result,
    thisArgument?: This,
    ...parameters: unknown[]
  ): Result {
    const run = () => currentId.run(this.asyncId(), () => work.apply(thisArgument as This, parameters));
    return super.runInAsyncScope(run);
  }
}

Object.assign(asyncHooks, {
  AsyncResource: TestResource,
  createHook: ({ init }: { init: Init }) => {
    register = init;
    return { enable: () => {}, disable: () => {} };
  },
  executionAsyncId: () => currentId.getStore() ?? executionAsyncId(),
});
// The runner takes these functions when it is loaded.
await import('node:test');
Object.assign(asyncHooks, { AsyncResource, createHook, executionAsyncId });
