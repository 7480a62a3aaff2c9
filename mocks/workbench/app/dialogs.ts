/** The parts of the shell that few visits need, with their styles. They load on demand. */
import dialog from '../components/dialog.css';
import fields from '../components/fields.css';
import dialogs from './dialogs.css';
import { addStyles } from './styles.ts';

export { CommandPalette } from './command-palette.tsx';
export { DeniedView } from './denied-view.tsx';
export { MessagesDialog } from './messages-dialog.tsx';
export { ShortcutsDialog } from './shortcuts-dialog.tsx';

addStyles(dialog, fields, dialogs);
