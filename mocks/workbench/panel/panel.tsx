import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Workbench } from '../app/app.tsx';
import type { App } from '../app/context.ts';
import { Logo } from '../components/icons.tsx';
import { Separator } from '../components/split.tsx';
import { count } from '../text.ts';
import type { PanelState } from './panel-state.ts';
import { PopupWindow } from './popup-window.tsx';

interface PanelProps {
  readonly app: App;
  readonly state: PanelState;
  readonly hasButton: boolean;
}

/** The button in the corner of the page, the panel at its edge, or the window in place of the panel. */
export function Panel({ app, state, hasButton }: PanelProps) {
  const { isOpen, popup } = state;
  if (popup.value) return <PopupWindow app={app} popup={popup.value} onClose={state.closeWindow} />;
  if (isOpen.value) return <OpenPanel app={app} state={state} />;
  return hasButton ? <PanelButton app={app} state={state} /> : null;
}

function PanelButton({ app: { session }, state }: { app: App; state: PanelState }) {
  // To count the errors before the panel is open.
  useEffect(() => session.start(document), [session]);
  const errors = session.requests.errors.value.length;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (state.isButtonNext) button.current?.focus();
    state.isButtonNext = false;
  }, [state]);
  const keys = state.keys === undefined ? '' : ` (${state.keys})`;
  const label = `Open the mock workbench${keys}${errors === 0 ? '' : `, ${count(errors, 'recent error')}`}`;
  return (
    <button
      ref={button}
      type="button"
      class="panel-button"
      aria-label={label}
      title={label}
      onClick={() => state.toggle()}
    >
      <Logo />
      {errors > 0 && <span class="panel-errors">{errors > 99 ? '99+' : errors}</span>}
    </button>
  );
}

function OpenPanel({ app, state }: { app: App; state: PanelState }) {
  const { dock, size, isBeside } = state;
  const isBottom = dock.value === 'bottom';
  const panel = useRef<HTMLElement>(null);
  // The user who opens the panel goes on in it, and returns when it closes.
  useLayoutEffect(() => {
    const element = panel.current;
    if (state.takesFocus) element?.querySelector<HTMLElement>('.main')?.focus();
    return () => {
      if (!element?.matches(':focus-within')) return;
      if (state.opener?.isConnected) state.opener.focus();
      else state.isButtonNext = true;
    };
  }, [state]);
  useRoom(isBeside.value, isBottom, size.value);
  return (
    <section
      ref={panel}
      class={`panel ${dock.value}`}
      aria-label="Mock workbench"
      style={{ '--size': `${size.value}%` }}
    >
      <Separator
        class="panel-edge"
        label="Size of the workbench"
        orientation={isBottom ? 'horizontal' : 'vertical'}
        value={size.value}
        min={20}
        max={95}
        onChange={(percent) => {
          size.value = percent;
        }}
        percentAt={({ clientX, clientY }) =>
          isBottom ? ((innerHeight - clientY) / innerHeight) * 100 : ((innerWidth - clientX) / innerWidth) * 100
        }
      />
      <Workbench app={app} panel={state} />
    </section>
  );
}

/** Keeps an edge of the page free, and returns it when the panel closes. */
function useRoom(isOn: boolean, isBottom: boolean, percent: number): void {
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const { style } = document.documentElement;
    const side = isBottom ? 'padding-bottom' : 'padding-right';
    const before = style.getPropertyValue(side);
    // As large as the panel, see panel.css.
    style.setProperty(side, isBottom ? `max(${percent}vh, 240px)` : `max(${percent}vw, 340px)`);
    return () => style.setProperty(side, before);
  }, [isOn, isBottom, percent]);
}
