/** The default theme of VitePress, with room for tables. */
import theme from 'vitepress/theme';
import './style.css';

export default theme;
