/** The agreement between browser and server as one value. A test pins the hash of its wire shape beside PROTOCOL. */

import { listAdminProposals, refuseAdmin } from './admins.ts';
import { alertArea, listAlerts } from './alert.ts';
import {
  askGuardian,
  avatar,
  changeRole,
  changeStanding,
  confirmGuardian,
  deleteAccount,
  endSessionsOf,
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
import { listAlike, listCandidates } from './candidate.ts';
import { drawHandoverCode, getClaim, handOver, listClaims } from './claim.ts';
import { dutyList } from './duty.ts';
import { envelopeState, putEnvelope, sealKey } from './envelope.ts';
import { drawFace, faceQueue, leaveFace } from './face.ts';
import { getFile, getVideo, putThumb, uploadState } from './file.ts';
import { mapPack, mapPacks, mapPart } from './map.ts';
import { listConversations, listMessages, liveEvents, updateConversation } from './message.ts';
import {
  auditExport,
  auditLog,
  closeComplaint,
  closeWarning,
  complaints,
  decidePhoto,
  heldPhotos,
  listLooks,
  moderate,
  moderationQueue,
  openRecord,
  openWarning,
  waitingNotes,
  warnings,
} from './moderation.ts';
import { myData } from './my-data.ts';
import { getNews, listNews } from './news.ts';
import { listNotes } from './note.ts';
import {
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
import { leasePack, lentPart, packPart, packs } from './pack.ts';
import {
  addPasskey,
  beginPasskey,
  beginSignIn,
  listPasskeys,
  proveOneself,
  removePasskey,
  signInByPasskey,
} from './passkey.ts';
import { decideObjection, endProtection, listObjections, nameCase, objectTo, protectPerson } from './protection.ts';
import { queuedCalls } from './queued.ts';
import { countReports, endSearch, getReport, listMatches, listReports, readMine } from './report.ts';
import { readReunion } from './reunion.ts';
import { endOtherSessions, endSession, listSessions } from './session.ts';
import { appealStrike, decideStrike, giveStrike, listStrikes, strikeAppeals } from './strike.ts';
import { receiptOf, sync } from './sync.ts';
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
  ...queuedCalls,
  countryCode,
  health,
  settings,
  askGuardian,
  avatar,
  changeRole,
  changeStanding,
  endSessionsOf,
  confirmGuardian,
  deleteAccount,
  findUsers,
  forgotPassword,
  login,
  logout,
  me,
  myData,
  register,
  resendOtp,
  resetPassword,
  updateUser,
  verifyOtp,
  listAdminProposals,
  refuseAdmin,
  addPasskey,
  beginPasskey,
  beginSignIn,
  listPasskeys,
  proveOneself,
  removePasskey,
  signInByPasskey,
  endOtherSessions,
  endSession,
  listSessions,
  getReport,
  listMatches,
  listCandidates,
  listAlike,
  listReports,
  readMine,
  readReunion,
  countReports,
  listNotes,
  drawHandoverCode,
  getClaim,
  handOver,
  listClaims,
  listConversations,
  listMessages,
  liveEvents,
  updateConversation,
  inbox,
  listFollows,
  pushKey,
  readInbox,
  stopByToken,
  subscribePush,
  unfollow,
  unsubscribePush,
  auditExport,
  auditLog,
  openWarning,
  warnings,
  closeWarning,
  heldPhotos,
  decidePhoto,
  giveStrike,
  listStrikes,
  appealStrike,
  strikeAppeals,
  decideStrike,
  closeComplaint,
  complaints,
  listLooks,
  drawFace,
  faceQueue,
  leaveFace,
  moderate,
  nameCase,
  alertArea,
  listAlerts,
  endSearch,
  protectPerson,
  endProtection,
  objectTo,
  listObjections,
  decideObjection,
  moderationQueue,
  openRecord,
  waitingNotes,
  dutyList,
  getNews,
  listNews,
  mapPack,
  mapPacks,
  mapPart,
  leasePack,
  lentPart,
  packPart,
  packs,
  receiptOf,
  sendOps,
  sync,
  getFile,
  getVideo,
  putThumb,
  uploadState,
  envelopeState,
  putEnvelope,
  sealKey,
};
export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
