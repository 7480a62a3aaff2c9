/** The views of all pages but the first, which load together: over a slow network, each file costs a round trip. */
export { ExplorerView } from './explorer/explorer-view.tsx';
export { FailuresView } from './failures/failures-view.tsx';
export { HistoryView } from './history/history-view.tsx';
export { PoliciesView } from './policies/policies-view.tsx';
export { RecordsView } from './records/records-view.tsx';
export { RequestsView } from './requests/requests-view.tsx';
export { SandboxesView } from './sandboxes/sandboxes-view.tsx';
export { StatesView } from './states/states-view.tsx';
export { TimeView } from './time/time-view.tsx';
export { TokensView } from './tokens/tokens-view.tsx';
