export interface Failure {
  suite: string;
  /** What the suite's program takes to run the test's file alone; null: no file failed, the suite did. */
  file: string | null;
  name: string;
  cause: string;
}

export interface Report {
  passed: number;
  failed: number;
  skipped: number;
  failures: Failure[];
}

export declare const LONGEST_CAUSE: number;
export declare function readVitest(suite: string, report: object): Report;
export declare function readPlaywright(suite: string, report: object): Report;
export declare function filesToLookAtAgain(failures: readonly Failure[], failed: number): Map<string, string[]>;
export declare function judgeSecondLook(
  first: readonly Failure[],
  again: ReadonlyMap<string, Report | null>,
): { standing: Failure[]; settled: Failure[] };
