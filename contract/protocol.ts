/** The agreement between browser and server as one value. A test pins the hash of its wire shape beside PROTOCOL. */

import {
  askGuardian,
  avatar,
  changeRole,
  changeStanding,
  confirmGuardian,
  deleteAccount,
  findUsers,
  forgotPassword,
  login,
  logout,
  me,
  register,
  resendOtp,
  resetPassword,
  updateUser,
  verifyOtp,
} from './auth.ts';
import { createClaim, drawHandoverCode, getClaim, handOver, listClaims, updateClaim } from './claim.ts';
import { envelopeState, putEnvelope, sealKey } from './envelope.ts';
import { compareFace, uploadLostFoundPerson } from './face.ts';
import { getFile, getVideo, putFile, putThumb, uploadState } from './file.ts';
import { mapPack, mapPacks, mapPart } from './map.ts';
import {
  listConversations,
  listMessages,
  liveEvents,
  sendMessage,
  startConversation,
  updateConversation,
} from './message.ts';
import {
  auditLog,
  closeComplaint,
  complaints,
  flagReport,
  moderate,
  moderationQueue,
  openRecord,
  waitingNotes,
} from './moderation.ts';
import { getNews, listNews } from './news.ts';
import { addNote, answerNote, listNotes } from './note.ts';
import {
  follow,
  inbox,
  listFollows,
  pushKey,
  readInbox,
  stopByToken,
  subscribePush,
  unfollow,
  unsubscribePush,
} from './notice.ts';
import { sendOps } from './ops.ts';
import {
  adoptReport,
  answerMatch,
  createReport,
  endReport,
  getReport,
  listMatches,
  listReports,
  updateReport,
} from './report.ts';
import { packPart, packs, receiptOf, sync } from './sync.ts';
import { countryCode, health, settings } from './system.ts';

/** Raised when a reader of the previous number would misunderstand what is sent. */
export const PROTOCOL = 1;
export const PROTOCOL_HEADER = 'x-wapsi-protocol';
/** Names the write, so that the same call sent twice is done once. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
/**
 * Whose call it is, by the caller's own word: the id of their account. It proves nothing. A token that is another's, or
 * that was lost on the way, is told by it, and the call is then `sign-in-needed`, never somebody else's or nobody's.
 */
export const AUTHOR_HEADER = 'x-wapsi-author';
/** The same inside of the body of a queued write, where nobody on the way takes it off. It is no part of the write. */
export const AUTHOR_FIELD = 'signedBy';

export const endpoints = {
  countryCode,
  health,
  settings,
  askGuardian,
  avatar,
  changeRole,
  changeStanding,
  confirmGuardian,
  deleteAccount,
  findUsers,
  forgotPassword,
  login,
  logout,
  me,
  register,
  resendOtp,
  resetPassword,
  updateUser,
  verifyOtp,
  adoptReport,
  answerMatch,
  createReport,
  endReport,
  getReport,
  listMatches,
  listReports,
  updateReport,
  addNote,
  answerNote,
  listNotes,
  createClaim,
  drawHandoverCode,
  getClaim,
  handOver,
  listClaims,
  updateClaim,
  listConversations,
  listMessages,
  liveEvents,
  sendMessage,
  startConversation,
  updateConversation,
  follow,
  inbox,
  listFollows,
  pushKey,
  readInbox,
  stopByToken,
  subscribePush,
  unfollow,
  unsubscribePush,
  auditLog,
  closeComplaint,
  complaints,
  flagReport,
  moderate,
  moderationQueue,
  openRecord,
  waitingNotes,
  getNews,
  listNews,
  compareFace,
  uploadLostFoundPerson,
  mapPack,
  mapPacks,
  mapPart,
  packPart,
  packs,
  receiptOf,
  sendOps,
  sync,
  getFile,
  getVideo,
  putFile,
  putThumb,
  uploadState,
  envelopeState,
  putEnvelope,
  sealKey,
};
export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
