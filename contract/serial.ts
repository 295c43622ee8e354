/** A serial number or IMEI as people write it, made one: so that two people who hash it get the same. */

const PREFIX = 'wapsi-serial:';
const LEAST = 4;

/** What is hashed (SHA-256, hex, on the device), or undefined when it is too short to tell one thing from another. */
export function serialText(typed: string): string | undefined {
  const plain = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  return plain.length < LEAST ? undefined : PREFIX + plain;
}
