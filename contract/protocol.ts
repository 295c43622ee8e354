/** The agreement between browser and server as one value. A test pins the hash of its wire shape beside PROTOCOL. */

import { compareFace, uploadLostFoundPerson } from './face.ts';
import { getFile, putFile, uploadState } from './file.ts';
import { packPart, packs, receiptOf, sync } from './sync.ts';
import { countryCode, health } from './system.ts';

/** Raised when a reader of the previous number would misunderstand what is sent. */
export const PROTOCOL = 1;
export const PROTOCOL_HEADER = 'x-wapsi-protocol';
/** Names the write, so that the same call sent twice is done once. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

export const endpoints = {
  health,
  countryCode,
  compareFace,
  uploadLostFoundPerson,
  sync,
  packs,
  receiptOf,
  packPart,
  uploadState,
  putFile,
  getFile,
};
export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
