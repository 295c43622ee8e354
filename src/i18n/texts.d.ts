/** A part of a language's texts, as scripts/texts.ts cuts it. Which keys there are is known from en.json (i18next.d.ts). */
declare module '*.json?first' {
  export const texts: Record<string, object>;
}
declare module '*.json?long' {
  export const texts: Record<string, object>;
}
declare module '*.json?rest' {
  export const texts: Record<string, object>;
}
declare module '*.json?desks' {
  export const texts: Record<string, object>;
}
