/** The face worker: finds the face in each frame, keeps the best, and searches the gallery for it. */

import * as z from 'zod/mini';
import { AppError } from '../../../contract/errors.ts';
import { boxOf, type Mesh } from '../../../match/mesh.ts';
import { judge, measure } from '../../../match/quality.ts';
import { isClear, lookAround, MAX_PHOTO_PIXELS, mainFaces, overlap } from '../../../match/stills.ts';
import { encodeTemplate, meanTemplate, TEMPLATE_VERSION } from '../../../match/template.ts';
import { serve, transfer } from '../../platform/rpc.ts';
import type { Enrolment, FaceChoice, FrameResult, Identification, Moment, Recogniser } from '../protocol.ts';
import { Ahead } from './ahead.ts';
import { alignFace } from './align.ts';
import { Captures } from './captures.ts';
import { Company } from './company.ts';
import { LocalGallery } from './gallery.ts';
import type { Picture } from './landmarks.ts';
import { lazy } from './lazy.ts';
import { OpenLoan } from './loan.ts';
import { templateOf } from './one-face.ts';
import { facePhoto } from './photo.ts';
import { type Pipeline, startPipeline } from './pipeline.ts';
import { findFaces, turned } from './stills.ts';

z.config({ jitless: true }); // the page's policy forbids code made of text

const pipeline = lazy(startPipeline);
const gallery = lazy(LocalGallery.open);
const loan = new OpenLoan();
const captures = new Captures();
const company = new Company();
const ahead = new Ahead();

let last: Promise<unknown> = Promise.resolve();

/** One piece of work at a time: the landmarker changes its mode between frames and stills. */
function inTurn<T>(work: (on: Pipeline) => Promise<T>): Promise<T> {
  const done = last.then(async () => work(await pipeline())).catch(sayIfBroken);
  last = done.catch(() => {});
  return done;
}

/** After an error of a WASM module, out of memory above all, its state is unknown: the worker must be started anew. */
function sayIfBroken(error: unknown): never {
  const outOfMemory = error instanceof RangeError && /alloc|memory/i.test(error.message);
  if (error instanceof WebAssembly.RuntimeError || outOfMemory) {
    throw new AppError('worker-lost', error.message, { cause: error });
  }
  throw error;
}

const frame: Recogniser['frame'] = (image, timeMs) =>
  inTurn(async ({ landmarker }): Promise<FrameResult> => {
    const mesh = await landmarker.follow(image, timeMs);
    if (!mesh) {
      image.close();
      return { landmarks: undefined, box: undefined, hint: 'no-face', captured: false };
    }
    const box = boxOf(mesh);
    const crop = alignFace(image, mesh);
    const { hint, usable, score } = judge(measure(mesh, box, crop, image.width / image.height));
    const isOneOfSeveral = usable && (await company.isSeen(landmarker, image, timeMs));
    if (usable) {
      captures.offer({ crop, mesh, score, frame: image, faces: company.facesOn(image) });
      setTimeout(prepare); // after the answer, which the overlay waits for
    } else image.close();
    const landmarks = mesh.slice();
    const said = isOneOfSeveral ? 'several' : hint;
    return transfer({ landmarks, box, hint: said, captured: usable }, [landmarks.buffer]);
  }).catch((error: unknown) => {
    image.close();
    throw error;
  });

/** Between two frames; what fails here fails again, and is told, when it is asked for. */
const prepare = () =>
  void inTurn(async ({ embedderIfReady }) => {
    const embedder = embedderIfReady();
    if (embedder) await ahead.prepare(embedder, captures.compared);
  }).catch(() => undefined);

const identify: Recogniser['identify'] = (limit, face) =>
  inTurn(async ({ landmarker, embedder }): Promise<Identification> => {
    const { shown } = captures;
    if (!shown) return { kind: 'no-capture' };
    const { frame: picture } = shown;
    const faces = shown.faces ?? mainFaces(await landmarker.find(picture));
    if (face === undefined && faces.length > 1) return { kind: 'several-faces', faces: await choices(picture, faces) };
    const meant = face === undefined ? shown.mesh : chosenFace(faces, face);
    // Of several faces, another one may have been followed for a while.
    const kept = captures.best.filter(({ mesh }) => overlap(mesh, meant)).map(({ crop }) => crop);
    const crop = face === undefined ? shown.crop : alignFace(picture, meant);
    const compare = async () => {
      const ready = await embedder();
      const template = await templateOf(crop, kept, (one) => ahead.embed(ready, one));
      const probe = encodeTemplate(template);
      return { template, probe, ...(await (await gallery()).search(probe, limit)) };
    };
    // The browser writes the photo beside this thread's work.
    const [photo, { template, probe, hits, people }] = await Promise.all([
      facePhoto(picture, meant, withoutFace(faces, meant)),
      compare(),
    ]);
    return {
      kind: 'searched',
      descriptor: toDescriptor(template),
      model: TEMPLATE_VERSION,
      photo,
      candidates: loan.candidates(hits, probe, limit),
      searched: people + loan.people,
    };
  });

const moment: Recogniser['moment'] = () =>
  inTurn(async ({ landmarker }): Promise<Moment> => {
    const [best] = captures.best;
    const { shown } = captures;
    if (!best || !shown) return { kind: 'none' };
    if ((shown.faces ?? mainFaces(await landmarker.find(shown.frame))).length > 1) return { kind: 'none' };
    const pixels = best.crop.filter((_, i) => i % 4 !== 3); // all of it is opaque
    return { kind: 'taken', pixels: new Uint8Array(pixels) };
  });

const enrol: Recogniser['enrol'] = (photo, face) =>
  inTurn(async ({ landmarker, embedder }): Promise<Enrolment> => {
    const upright = await readPhoto(photo);
    const embed = async (picture: Picture, mesh: Mesh) => (await embedder()).embed(alignFace(picture, mesh));
    try {
      const { picture, turns, faces, embedding } = await lookAround<Picture>({
        turned: (by) => turned(upright, by),
        faces: (seen, small) => findFaces(landmarker, seen, small),
        embed,
      });
      if (!embedding) return { kind: 'no-face' };
      if (face === undefined && faces.length > 1)
        return { kind: 'several-faces', faces: await choices(picture, faces) };
      const landmarks = chosenFace(faces, face ?? 0);
      const meant = face ? await embed(picture, landmarks) : embedding;
      const descriptor = toDescriptor(meanTemplate([meant]));
      return { kind: 'enrolled', descriptor, model: TEMPLATE_VERSION, landmarks, turns, isClear: isClear(meant) };
    } finally {
      upright.close();
    }
  });

async function readPhoto(photo: Blob): Promise<ImageBitmap> {
  try {
    const whole = await createImageBitmap(photo);
    const scale = MAX_PHOTO_PIXELS / Math.max(whole.width, whole.height);
    if (scale >= 1) return whole;
    const [resizeWidth, resizeHeight] = [Math.round(whole.width * scale), Math.round(whole.height * scale)];
    const small = await createImageBitmap(whole, { resizeWidth, resizeHeight, resizeQuality: 'high' });
    whole.close();
    return small;
  } catch (error) {
    throw new AppError('not-readable', 'the photo cannot be read', { cause: error });
  }
}

const choices = (picture: Picture, faces: readonly Mesh[]): Promise<FaceChoice[]> =>
  Promise.all(
    faces.map(async (mesh) => ({
      photo: await facePhoto(picture, mesh, withoutFace(faces, mesh)),
      box: boxOf(mesh),
    })),
  );

const withoutFace = (faces: readonly Mesh[], meant: Mesh): Mesh[] => faces.filter((face) => !overlap(face, meant));

function chosenFace(faces: readonly Mesh[], face: number): Mesh {
  const chosen = faces[face];
  if (!chosen) throw new Error(`there is no face ${face} to choose`);
  return chosen;
}

/** Four digits keep the score to a few ten-thousandths. */
const toDescriptor = (template: Float32Array): number[] => Array.from(template, (x) => Math.round(x * 10_000) / 10_000);

serve<Recogniser>(self, {
  load: async () => {
    const [{ people }] = await Promise.all([(await gallery()).info(), pipeline().then(({ whole }) => whole())]);
    return { searched: people };
  },
  startScan: () =>
    inTurn(async () => {
      captures.clear();
      company.forget();
    }),
  frame,
  identify,
  moment,
  enrol,
  gallery: async () => (await gallery()).info(),
  replaceGallery: async (pack) => (await gallery()).replace(pack),
  applyReferences: async (page) => (await gallery()).apply(page),
  clearGallery: async () => (await gallery()).clear(),
  lend: (lent) => loan.open(lent),
  isLent: async (id) => loan.isOf(id),
  takeBack: async () => loan.forget(),
});
