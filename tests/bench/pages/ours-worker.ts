/** The stages of src/face/worker/main.ts, each with its time. */

import { boxOf } from '../../../match/mesh.ts';
import { judge, measure } from '../../../match/quality.ts';
import { alignFace } from '../../../src/face/worker/align.ts';
import { startPipeline } from '../../../src/face/worker/pipeline.ts';
import { serve, type WorkerSelf } from '../../../src/platform/rpc.ts';
import type { Stages } from './method.ts';

export interface StageTimer {
  load(): Promise<void>;
  time(frame: ImageBitmap): Promise<Stages | undefined>;
}

const pipeline = startPipeline();

// The tests are compiled with the types of a window.
serve<StageTimer>(self as unknown as WorkerSelf, {
  load: async () => {
    await (await pipeline).embedder();
  },
  time: async (frame) => {
    const { landmarker, embedder } = await pipeline;
    const { embed } = await embedder();
    const marks = [performance.now()];
    const mesh = await landmarker.follow(frame, performance.now());
    marks.push(performance.now());
    if (!mesh) return undefined;
    const crop = alignFace(frame, mesh);
    marks.push(performance.now());
    judge(measure(mesh, boxOf(mesh), crop, frame.width / frame.height));
    marks.push(performance.now());
    await embed(crop);
    marks.push(performance.now());
    frame.close();
    const [detect = 0, align = 0, quality = 0, embedding = 0] = marks.slice(1).map((mark, i) => mark - (marks[i] ?? 0));
    return { detect, align, quality, embed: embedding };
  },
});
