declare module '*?early' {
  export const earlyScript: string;
}
