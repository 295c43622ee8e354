/** The business constants of the specification (§9) and our own limits, each in one place. */

export const MAX_IMAGES = 5;
export const MAX_VIDEOS = 3;
export const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
/** A25: our limit, large enough for a minute of phone video. */
export const MAX_VIDEO_BYTES = 50 * 1024 * 1024;
export const MAX_TITLE = 120;
export const MAX_NAME = 120;
export const MAX_TEXT = 2000;
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
export type EmergencyNumber = (typeof EMERGENCY_NUMBERS)[number];
