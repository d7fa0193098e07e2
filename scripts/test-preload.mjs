/**
 * Loaded before each test file. Plain JavaScript, because it runs before Node can strip types.
 *
 * Node's test runner follows every promise of the process with an async hook, to find the test that an uncaught error
 * belongs to. That takes a tenth of the processor time. Without it, such an error fails the file instead of the test.
 */
import asyncHooks from 'node:async_hooks';

const { createHook } = asyncHooks;
asyncHooks.createHook = () => {
  // Only the first call is the test runner's.
  asyncHooks.createHook = createHook;
  return createHook({});
};
