/** The arches of the corridor, drawn in perspective towards the middle of a picture of 1600 by 900. */

export interface Arch {
  /** Half of its width. */
  half: number;
  floor: number;
  /** Where the straight walls end and the vault begins. */
  spring: number;
  crown: number;
}

const CENTRE = 800;
const HORIZON = 545;
const SHRINK = 0.74;
const COUNT = 7;

/** From the nearest arch to the mouth of the corridor. */
export const ARCHES: Arch[] = Array.from({ length: COUNT }, (_, index) => {
  const scale = SHRINK ** index;
  return {
    half: 780 * scale,
    floor: HORIZON + 400 * scale,
    spring: HORIZON - 180 * scale,
    crown: HORIZON - 680 * scale,
  };
});

/** Return the walls and the vault of an arch as the path of an SVG: open at the floor. */
export function archPath({ half, floor, spring, crown }: Arch): string {
  const [left, right] = [CENTRE - half, CENTRE + half].map(Math.round);
  const [base, start, height] = [floor, spring, spring - crown].map(Math.round);
  return `M ${left} ${base} L ${left} ${start} A ${Math.round(half)} ${height} 0 0 1 ${right} ${start} L ${right} ${base}`;
}

/** The mouth of the corridor. */
export const MOUTH = archPath(ARCHES[COUNT - 1] as Arch);
