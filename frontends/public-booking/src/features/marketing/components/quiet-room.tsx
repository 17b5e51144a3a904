import styles from './quiet-room.module.css';

/** Two chairs in the light of an arched window: what the product is for. Decoration only. */
export function QuietRoom() {
  return (
    <svg className={styles.room} viewBox="0 0 520 460" width={520} height={460} aria-hidden="true" focusable="false">
      <path className={styles.wall} d="M60 460V210C60 94 149 16 260 16s200 78 200 194v250z" />
      <path className={styles.light} d="M186 300V178c0-45 33-78 74-78s74 33 74 78v122z" />
      <path className={styles.frame} d="M186 300V178c0-45 33-78 74-78s74 33 74 78v122zM260 100v200M186 204h148" />
      <circle className={styles.sun} cx="296" cy="156" r="15" />
      <path className={styles.hill} d="M188 298v-34c24-22 50-24 78-8 24 14 46 12 66-2v44z" />
      <path className={styles.beam} d="M186 300h148l92 160H94z" />
      <path className={styles.floor} d="M16 420h488" />
      <Chair />
      <g transform="matrix(-1 0 0 1 520 0)">
        <Chair second />
      </g>
      <path className={styles.wood} d="M232 372h56M240 372l-8 48M280 372l8 48" />
      <path className={styles.cup} d="M252 372v-12h18v12M270 363c6-1 6 7 0 6" />
      <path className={styles.steam} d="M258 353c-3-5 3-7 0-12M265 353c-3-5 3-7 0-12" />
      <path className={styles.pot} d="M430 420l-6-40h38l-6 40z" />
      <path className={styles.leaf} d="M443 380c-4-38-22-58-40-64 0 30 12 54 40 64zM443 380c2-44 16-70 34-82 6 34-6 66-34 82zM443 380c-2-30-2-70 0-98" />
    </svg>
  );
}

function Chair({ second = false }: { second?: boolean }) {
  return (
    <>
      <path className={second ? styles.clay : styles.green} d="M104 300c0-14 9-24 23-24s22 9 24 22l10 60h42c10 0 16 6 16 14v20H112z" />
      <path className={styles.seam} d="M158 358h-30c-10 0-16 6-16 14" />
      <path className={styles.wood} d="M124 392l-6 28M206 392l6 28" />
    </>
  );
}
