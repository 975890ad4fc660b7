/** Tests read sample files as text. */
declare module '*?raw' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: this is how the test runner gives the text of a file
  export default text;
}
