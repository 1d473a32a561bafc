/** How much of a race is left, frame by frame; whoever wants no movement gets whole seconds. */
import type { BoardProps } from '$/boards/board';
import { leftIn, nowInSeconds } from '$/client/race';
import { calm } from '$/client/settings.svelte';

type Race = BoardProps['race'];

const HALF_A_SECOND = 500;

export class Clock {
  left = $state(0);
  elapsed = $state(-1);

  /** Call in an effect; the answer stops the clock. */
  run(race: Race): () => void {
    this.left = 0;
    this.elapsed = -1;
    if (!race) return () => {};
    const look = (): boolean => {
      const left = leftIn(race, nowInSeconds());
      this.left = left;
      this.elapsed = race.pace - left;
      return left > 0 && race.runs;
    };
    look();
    if (calm()) {
      const timer = setInterval(look, HALF_A_SECOND);
      const opening = setTimeout(look, Math.max(0, race.opens - (race.pace - race.left)) * 1000 + 5);
      return () => {
        clearInterval(timer);
        clearTimeout(opening);
      };
    }
    let frame = requestAnimationFrame(function next() {
      if (look()) frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }
}
