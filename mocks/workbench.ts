/**
 * The workbench as a panel in an app that runs the mock in the browser. Only an app that imports it contains it.
 *
 * @module masterdata-sdk/mock/workbench
 */

export { type MountedWorkbench, mountWorkbench, type WorkbenchOptions } from './workbench/mount-workbench.tsx';
