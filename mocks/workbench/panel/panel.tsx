import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { Workbench } from '../app/app.tsx';
import type { App } from '../app/context.ts';
import { adoptStyles } from '../app/styles.ts';
import { Logo } from '../components/icons.tsx';
import windowStyles from '../page.css';
import type { PanelState } from './panel-state.ts';

interface PanelProps {
  readonly app: App;
  readonly state: PanelState;
  /** The keys that open and close the panel. */
  readonly keys: string | undefined;
  readonly hasButton: boolean;
}

/** The button in the corner of the page, the panel at its edge, or the window in place of the panel. */
export function Panel({ app, state, keys, hasButton }: PanelProps) {
  const { isOpen, popup } = state;
  const hint = keys === undefined ? '' : ` (${keys})`;
  if (popup.value) return <PopupWindow app={app} state={state} popup={popup.value} />;
  if (isOpen.value) return <OpenPanel app={app} state={state} />;
  return hasButton ? (
    <button
      type="button"
      class="panel-button"
      aria-label={`Open the mock workbench${hint}`}
      title={`Open the mock workbench${hint}`}
      onClick={() => {
        isOpen.value = true;
      }}
    >
      <Logo />
    </button>
  ) : null;
}

function OpenPanel({ app, state }: { app: App; state: PanelState }) {
  const { dock, size } = state;
  const isBottom = dock.value === 'bottom';
  const drag = (event: PointerEvent) => {
    if (event.buttons !== 1) return;
    state.resize(
      isBottom
        ? ((innerHeight - event.clientY) / innerHeight) * 100
        : ((innerWidth - event.clientX) / innerWidth) * 100,
    );
  };
  const step = (event: KeyboardEvent) => {
    const change = { ArrowUp: 2, ArrowLeft: 2, ArrowDown: -2, ArrowRight: -2 }[event.key];
    if (change === undefined) return;
    event.preventDefault();
    state.resize(size.value + change);
  };
  return (
    <section class={`panel ${dock.value}`} aria-label="Mock workbench" style={{ '--size': `${size.value}%` }}>
      <div
        class="panel-edge"
        role="separator"
        tabIndex={0}
        aria-label="Size of the workbench"
        aria-orientation={isBottom ? 'horizontal' : 'vertical'}
        aria-valuenow={size.value}
        aria-valuemin={20}
        aria-valuemax={95}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={step}
      />
      <Workbench app={app} panel={state} />
    </section>
  );
}

/** Renders the workbench into another window, which belongs to the page and closes with it. */
function PopupWindow({ app, state, popup }: { app: App; state: PanelState; popup: Window }) {
  useEffect(() => {
    const { document } = popup;
    const onKeyDown = (event: KeyboardEvent) => app.shortcuts.handle(event);
    const onClose = () => {
      state.popup.value = undefined;
    };
    const close = () => popup.close();
    adoptStyles(document, windowStyles);
    popup.addEventListener('keydown', onKeyDown);
    popup.addEventListener('pagehide', onClose);
    addEventListener('pagehide', close);
    render(<Workbench app={app} />, document.body);
    popup.focus();
    return () => {
      removeEventListener('pagehide', close);
      popup.removeEventListener('pagehide', onClose);
      popup.removeEventListener('keydown', onKeyDown);
      render(null, document.body);
      close();
    };
  }, [app, state, popup]);
  return null;
}
