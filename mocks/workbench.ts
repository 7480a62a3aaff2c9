/**
 * Shows the workbench as a panel in an app that runs the mock in the browser.
 *
 * @module masterdata-sdk/mock/workbench
 */

export { mountWorkbench } from './workbench/mount-workbench.ts';
export type { MountedWorkbench, WorkbenchOptions, WorkbenchTheme } from './workbench/panel/mount-panel.tsx';
