/** A value that lives outside components and outlasts pages. Components subscribe to what they select from it. */
import { useSyncExternalStore } from 'react';

export type Store<State> = {
  get: () => State;
  /** Notifies the subscribers, unless `next` is the current state. */
  set: (next: State) => void;
  subscribe: (listener: () => void) => () => void;
};

export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(next) {
      if (Object.is(next, state)) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `select` must return the same object while nothing has changed; otherwise the component renders forever. */
export function useStore<State, Selected>(store: Store<State>, select: (state: State) => Selected): Selected {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
