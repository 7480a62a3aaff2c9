/**
 * The workbench as a panel in an app that runs the mock in the browser. Only an app that imports it contains it.
 *
 * @module masterdata-sdk/mock/workbench
 */

export { mountWorkbench } from './workbench/mount-workbench.ts';
export type { MountedWorkbench, WorkbenchOptions, WorkbenchTheme } from './workbench/panel/mount-panel.tsx';
