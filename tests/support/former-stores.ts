/** The tables of a phone's database before version 8, as IndexedDB and Dexie name them. */
export const FORMER_STORES = {
  outbox: '++seq, &opId, entityId',
  report: 'id, createdAt',
  file: 'sha256',
  scan: 'opId, createdAt',
  draft: 'id, updatedAt',
  record: 'id, createdAt',
  thumb: 'sha256, createdAt',
  meta: '',
  write: 'opId, entityId, endpoint, createdAt',
  envelope: 'id, op, createdAt',
  map: 'id',
  area: 'id',
  areaPhoto: 'sha256, *areas',
};
/** Dexie counts in tenths. */
export const FORMER_VERSION = 70;
