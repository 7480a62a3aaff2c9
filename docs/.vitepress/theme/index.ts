/** VitePress's own theme, with room for tables. */
import theme from 'vitepress/theme';
import './style.css';

export default theme;
