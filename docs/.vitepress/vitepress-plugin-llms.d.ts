/** The part of the plugin that the site uses. Its own types are those of the newer Vite in the root. */
declare module 'vitepress-plugin-llms' {
  type Plugins = NonNullable<NonNullable<import('vitepress').UserConfig['vite']>['plugins']>;

  export default function llmstxt(options: {
    readonly description: string;
    readonly details: string;
    readonly domain: string;
    readonly ignoreFilesPerOutput: { readonly llmsTxt: readonly string[]; readonly llmsFullTxt: readonly string[] };
    readonly injectLLMHint: boolean;
    readonly sidebar: import('vitepress').DefaultTheme.SidebarMulti;
  }): Plugins;
}
