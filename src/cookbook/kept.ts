/**
 * What takes long to work out and is then kept: whole as soon as somebody wants it, or a step at a time
 * before that, so that nobody has to wait for all of it. Knows nothing of what it is.
 */
export type Steps<Held> = Generator<undefined, Held, undefined>;

export type Kept<Held> = {
  /** All of it, now. */
  get(): Held;
  /** Takes one step; whether nothing is left to do. */
  goOn(): boolean;
  isDone(): boolean;
};

/** The work begins with the first step. Where it fails it begins anew, so that the next one is told why, too. */
export function keep<Held>(begin: () => Steps<Held>): Kept<Held> {
  let steps: Steps<Held> | undefined;
  let held: { value: Held } | undefined;
  const goOn = (): boolean => {
    if (held) return true;
    try {
      const { done, value } = (steps ??= begin()).next();
      if (done) held = { value };
      return done === true;
    } catch (error) {
      steps = undefined;
      throw error;
    }
  };
  const get = (): Held => {
    for (;;) {
      if (held) return held.value;
      goOn();
    }
  };
  return { get, goOn, isDone: () => held !== undefined };
}
