// The few names that browsers and Node share and that the language's own library does not declare.

declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
    /** In pages of 64 KiB. All views of `buffer` become empty. */
    grow(pages: number): number;
  }
  interface Instance {
    readonly exports: Record<string, unknown>;
  }
  function instantiate(
    bytes: Uint8Array<ArrayBuffer>,
    imports: Record<string, Record<string, (...values: number[]) => number>>,
  ): Promise<{ instance: Instance }>;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(label: 'utf-8', options: { fatal: boolean });
  decode(bytes: Uint8Array): string;
}
