import { useState } from 'preact/hooks';

/** Returns a state and its setter. The state starts over when the initial value changes. */
export function useDraft<T>(initial: T): readonly [T, (draft: T) => void] {
  const [state, setState] = useState({ initial, draft: initial });
  // Not in an effect, which would run after the first keys and undo them.
  if (state.initial !== initial) setState({ initial, draft: initial });
  const draft = state.initial === initial ? state.draft : initial;
  return [draft, (changed) => setState({ initial, draft: changed })];
}
