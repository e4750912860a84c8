/** The text of a file, taken in when the package is built. */
declare module '*?raw' {
  const text: string
  export default text
}
