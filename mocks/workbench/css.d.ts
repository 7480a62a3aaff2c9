/** A stylesheet as text, for `CSSStyleSheet.replaceSync`. */
declare module '*.css' {
  const text: string;
  export default text;
}
