/** The business constants of the specification (§9) and our own limits, each in one place. */

export const MAX_IMAGES = 5;
export const MAX_VIDEOS = 3;
export const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
/** A25: our limit, large enough for a minute of phone video. */
export const MAX_VIDEO_BYTES = 50 * 1024 * 1024;
/** Ours: what fits into {@link MAX_VIDEO_BYTES} as messengers send it. */
export const MAX_VIDEO_SECONDS = 600;
export const MAX_TITLE = 120;
export const MAX_NAME = 120;
export const MAX_TEXT = 2000;
export const MAX_BIO = 300;
export const MAX_AGE = 120;
/** In India a person is a child until this age; the records of children are never public. */
export const ADULT_AGE = 18;
export const MAX_REWARD_RUPEES = 100_000_000;

/** Face scan: see specification §9. */
export const COUNTDOWN_MS = 5000;
export const FRAME_INTERVAL_MS = 100;
export const CAMERA = { width: 640, height: 480 } as const;
export const FACE_CONFIDENCE = 0.8;
/** A face box smaller than this share of the frame, in width or height, is too far away. */
export const MIN_FACE = 0.4;
export const SCREENSHOT_TYPE = 'image/webp';
export const SCREENSHOT_QUALITY = 0.92;

/** At most this many candidates are shown to anyone who is not a verified officer. */
export const MAX_CANDIDATES = 3;

export const EMERGENCY_NUMBERS = ['112', '1098', '1930', '1094'] as const;

/** For so long a volunteer or an officer may look without a network; renewed whenever there is one. */
export const LEASE_HOURS = 72;

/** Accounts: specification §9 and A7. */
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 200;
export const MIN_AGE = 13;
export const CODE_DIGITS = 6;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
/** Whoever has passkeys needs few: a phone, a computer, a key in the drawer. */
export const MAX_PASSKEYS = 10;
/** A sign-in, or another proof of who it is, is good for so long where a passkey is added or removed. */
export const PROOF_MINUTES = 15;
/** To open a record, where there is a passkey: an officer opens several in a row. */
export const RECORD_PROOF_MINUTES = 60;
/** An office that was not used for so long asks for a proof before it is used again, and at the latest after so many days. */
export const OFFICE_IDLE_HOURS = 12;
export const OFFICE_PROOF_DAYS = 30;
/** So many people's devices one phone may be. */
export const MAX_DEVICE_TOKENS = 8;
/** Districts that one volunteer may have. */
export const MAX_DISTRICTS = 12;
export const REGISTER_STUB_MS = 800;

export const MAX_CONTACT_MESSAGE = 120;
/** A2: kept as the specification has it; India is preselected where the browser says so. */
export const CONTACT_DEFAULT_COUNTRY_CODE = '+62';
export const CONTACT_COUNTRY_CODES = ['+1', '+62', '+44', '+91'] as const;

/** Posts are looked at within this (R383). */
export const REVIEW_HOURS = 24;
/** How long a report stays up, in days; its owner may extend it. */
export const MIN_EXPIRY_DAYS = 30;
export const DEFAULT_EXPIRY_DAYS = 90;
export const MAX_EXPIRY_DAYS = 360;
/** So many people's flags hide a post until it is looked at. */
export const FLAGS_TO_HIDE = 3;
/** Within this somebody of the team looks at it, or it is shown again. */
export const FLAG_LOOK_MINUTES = 60;
/** Two owners of things that are likely the same have so long to answer before somebody on duty looks. */
export const UNANSWERED_DAYS = 3;
/** "This is me" hides a report for so long at most, until a moderator has decided. */
export const OBJECTION_HOURS = 72;
/** After a selfie has hidden a report, none hides the same for so long: moderators still read what is said. */
export const OBJECTION_REST_DAYS = 30;
/** A selfie is so many moments, each the upright face alone: RGB, a byte a colour, of {@link FACE_SIZE} squared. */
export const SELFIE_MOMENTS = 2;
export const FACE_SIZE = 112;
/** So many an hour from one caller. */
export const OBJECTIONS_AN_HOUR = 5;
/** And from one network. */
export const NETWORK_OBJECTIONS_AN_HOUR = 20;
/** A second admin confirms within this that somebody becomes one. */
export const ADMIN_PROPOSAL_HOURS = 24;
/** What only the owner of a found thing would know. */
export const MIN_MARKS = 2;
export const MAX_MARKS = 3;
/** R413: reports on one page of a list. */
export const PAGE_SIZE = 20;

/** One person claims one thing so often, and so many things in 30 days; kept by the database (020-people-safe.ts). */
export const MAX_CLAIMS_A_THING = 3;
export const MAX_CLAIMS_A_MONTH = 20;
/** So many strikes within so many days, and for so many days one neither writes nor claims nor posts. */
export const STRIKES_TO_PAUSE = 3;
export const STRIKE_DAYS = 90;
export const PAUSE_DAYS = 14;

/** Reads from the server: specification §9 (A35). */
export const QUERY_RETRIES = 3;
export const QUERY_FIRST_DELAY_MS = 1000;
export const QUERY_MAX_DELAY_MS = 30_000;
export const QUERY_KEPT_MS = 300_000;

export const TOAST_MS = 5000;
export const MAP = {
  cardHeight: 300,
  zoom: 15,
  contactZoom: 13,
  maxZoom: 18,
  tileSize: 256,
  lostColour: '#EF4444',
  foundColour: '#10B981',
} as const;
/** Who deletes the account and asks for it can bring it back for so long (A44). */
export const UNDO_DAYS = 3;

/** Of an alert: as long as a message on a telephone, and no longer than an officer comes back to it. */
export const MAX_ALERT_CHARS = 280;
export const MAX_ALERT_DAYS = 30;
