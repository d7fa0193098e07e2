/**
 * A lazily computed value: computed on first use, or in steps before that, so that the event loop is never
 * blocked for the whole computation.
 */
export type LoadSteps<Value> = Generator<undefined, Value, undefined>;

export type LazyValue<Value> = {
  /** Computes what is left of the value now. */
  get(): Value;
  /** Computes one step. Returns whether the value is complete. */
  resume(): boolean;
  isDone(): boolean;
};

/** A computation that throws restarts at the next call, so that every caller gets the error. */
export function lazy<Value>(begin: () => LoadSteps<Value>): LazyValue<Value> {
  let steps: LoadSteps<Value> | undefined;
  let result: { value: Value } | undefined;
  const resume = (): boolean => {
    if (result) return true;
    try {
      const { done, value } = (steps ??= begin()).next();
      if (done) result = { value };
      return done === true;
    } catch (error) {
      steps = undefined;
      throw error;
    }
  };
  const get = (): Value => {
    for (;;) {
      if (result) return result.value;
      resume();
    }
  };
  return { get, resume, isDone: () => result !== undefined };
}
