import { describe, expect, it, vi } from "vitest";
import { Readings, type ReadingHost } from "@/lib/portal-client/readings";

const MINUTE_MS = 60_000;

function setUp() {
  const browser = { now: 1_000_000, isOnline: true };
  const host: ReadingHost = {
    now: () => browser.now,
    isOnline: () => browser.isOnline,
    pause: () => Promise.resolve(),
  };
  const readings = new Readings(host);
  const asked: { name: string; signal: AbortSignal; answer: (value: string) => void; fail: () => void }[] = [];
  const request = (name: string) => ({
    name,
    freshMs: MINUTE_MS,
    read: (signal: AbortSignal) =>
      new Promise<string>((answer, reject) => {
        asked.push({ name, signal, answer, fail: () => reject(new Error("no way there")) });
      }),
  });
  return { browser, readings, asked, request };
}

const changes = () => new Promise((resolve) => setTimeout(resolve));

describe("what the parts of a page read", () => {
  it("is read once for all who show it, and each of them sees the answer", async () => {
    const { readings, asked, request } = setUp();
    const [one, two] = [vi.fn(), vi.fn()];
    readings.watch(request("wind"), true, one);
    readings.watch(request("wind"), true, two);
    expect(asked).toHaveLength(1);
    expect(readings.get("wind")).toMatchObject({ data: undefined, isReading: true });
    asked[0]?.answer("SW");
    await vi.waitFor(() => expect(readings.get("wind")).toMatchObject({ data: "SW", isReading: false, error: null }));
    expect(one).toHaveBeenCalled();
    expect(two).toHaveBeenCalled();
  });

  it("is not read for someone who only shows it, and is for the first who wants it", () => {
    const { readings, asked, request } = setUp();
    readings.watch(request("rose"), false, vi.fn());
    expect(asked).toHaveLength(0);
    readings.watch(request("rose"), true, vi.fn());
    expect(asked).toHaveLength(1);
  });

  it("is read again when it is old and the page comes back, not while it is fresh, nor without a network", async () => {
    const { browser, readings, asked, request } = setUp();
    readings.put(request("field"), "as it came", browser.now);
    readings.watch(request("field"), true, vi.fn());
    readings.refresh();
    expect(asked).toHaveLength(0);
    browser.now += MINUTE_MS;
    browser.isOnline = false;
    readings.refresh();
    expect(asked).toHaveLength(0);
    browser.isOnline = true;
    readings.refresh();
    asked[0]?.answer("as it is");
    await vi.waitFor(() => expect(readings.get("field").data).toBe("as it is"));
  });

  it("is tried once more, then says why it failed, keeps what was there, and is asked for again on request", async () => {
    const { browser, readings, asked, request } = setUp();
    readings.put(request("field"), "before", 0);
    readings.watch(request("field"), true, vi.fn());
    asked[0]?.fail();
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    asked[1]?.fail();
    await vi.waitFor(() => expect(readings.get("field").error?.message).toBe("no way there"));
    expect(readings.get("field")).toMatchObject({ data: "before", isReading: false });
    readings.outdate((name) => name === "field");
    asked[2]?.answer("after");
    await vi.waitFor(() =>
      expect(readings.get("field")).toEqual({ data: "after", readAt: browser.now, error: null, isReading: false }),
    );
  });

  it("is given up when no one shows it any more, and its late answer counts for nothing", async () => {
    const { readings, asked, request } = setUp();
    const leave = readings.watch(request("dial 10"), true, vi.fn());
    leave();
    expect(asked[0]?.signal.aborted).toBe(true);
    asked[0]?.answer("late");
    await changes();
    expect(readings.get("dial 10")).toMatchObject({ data: undefined, isReading: false });
    // Who comes back while the one that was given up is still running gets an answer of its own.
    const back = readings.watch(request("dial 20"), true, vi.fn());
    back();
    readings.watch(request("dial 20"), true, vi.fn());
    asked[1]?.fail();
    await vi.waitFor(() => expect(asked).toHaveLength(3));
    asked[2]?.answer("in time");
    await vi.waitFor(() => expect(readings.get("dial 20").data).toBe("in time"));
  });

  it("stays as it is where the one who asks says that what is held is of the later state", async () => {
    const { readings, asked, request } = setUp();
    const latest = { ...request("field"), choose: (held: string | undefined, read: string) => held ?? read };
    readings.watch(latest, true, vi.fn());
    readings.put(latest, "just saved", 0);
    asked[0]?.answer("read before that");
    await vi.waitFor(() => expect(readings.get("field").isReading).toBe(false));
    expect(readings.get("field").data).toBe("just saved");
  });

  it("that was made old while it was read is read again, and where no one shows it later", async () => {
    const { readings, asked, request } = setUp();
    readings.watch(request("preview/a"), true, vi.fn());
    readings.put(request("preview/b"), "known", 1_000_000);
    readings.outdate((name) => name.startsWith("preview/"));
    expect(asked.map(({ name, signal }) => [name, signal.aborted])).toEqual([
      ["preview/a", true],
      ["preview/a", false],
    ]);
    asked[0]?.answer("of before the edit");
    asked[1]?.answer("of after it");
    await vi.waitFor(() => expect(readings.get("preview/a").data).toBe("of after it"));
    readings.watch(request("preview/b"), true, vi.fn());
    expect(asked.at(-1)?.name).toBe("preview/b");
  });

  it("is forgotten where nothing shows it and many came since", () => {
    const { browser, readings, request } = setUp();
    for (let each = 0; each < 40; each += 1) {
      readings.put(request(`dial ${each}`), "kept", browser.now);
      readings.watch(request(`dial ${each}`), true, vi.fn())();
    }
    expect(readings.get("dial 0").data).toBeUndefined();
    expect(readings.get("dial 39").data).toBe("kept");
  });
});
