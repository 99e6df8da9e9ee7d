// The connection: requests with replies, pushes, binary messages; it reconnects by itself.
import { signal } from "../signal";

export type Json = Record<string, unknown>;
export interface Reply extends Json {
  ok: boolean;
  code?: string;
  error?: string;
  rev?: number;
}

export type LinkState = "connecting" | "open" | "lost" | "refused";

export class Link {
  readonly state = signal<LinkState>("connecting");
  onPush: (name: string, message: Json) => void = () => {};
  onBinary: (data: ArrayBuffer) => void = () => {};
  onOpen: (hello: Reply) => void = () => {};
  session: string | null = null;
  page = 0;
  rev = 0;
  private socket: WebSocket | null = null;
  private next = 1;
  private retry = 250;
  private readonly waiting = new Map<number, (r: Reply) => void>();

  constructor(private readonly url: string, private readonly token: string) {}

  connect(): void {
    const s = new WebSocket(this.url, "tenon.1");
    s.binaryType = "arraybuffer";
    this.socket = s;
    s.onopen = () => void this.greet();
    s.onmessage = (e: MessageEvent<string | ArrayBuffer>) => this.receive(e.data);
    s.onclose = (e) => this.lost(s, e.code);
  }

  private async greet(): Promise<void> {
    const hello: Json = { token: this.token, protocol: 1, name: "page" };
    if (this.session) Object.assign(hello, { session: this.session, rev: this.rev });
    const r = await this.send("hello", hello);
    if (!r.ok) return;
    this.session = String(r.session);
    this.page = Number(r.page);
    this.retry = 250;
    this.state.set("open");
    this.onOpen(r);
  }

  private lost(s: WebSocket, code: number): void {
    if (s !== this.socket) return;
    for (const f of this.waiting.values()) f({ ok: false, code: "lost", error: "The connection was lost." });
    this.waiting.clear();
    if (code === 4401) return this.state.set("refused");
    this.state.set("lost");
    setTimeout(() => this.connect(), this.retry);
    this.retry = Math.min(4000, this.retry * 2);
  }

  private receive(data: string | ArrayBuffer): void {
    if (typeof data !== "string") return this.onBinary(data);
    const m = JSON.parse(data) as Json;
    if (typeof m.re === "number") {
      this.waiting.get(m.re)?.(m as Reply);
      this.waiting.delete(m.re);
    } else if (typeof m.push === "string") this.onPush(m.push, m);
  }

  send(op: string, members: Json = {}): Promise<Reply> {
    if (this.socket?.readyState !== WebSocket.OPEN)
      return Promise.resolve({ ok: false, code: "lost", error: "There is no connection to the engine." });
    const id = this.next++;
    const reply = new Promise<Reply>((done) => this.waiting.set(id, done));
    this.socket.send(JSON.stringify({ id, op, ...members }));
    return reply;
  }

  /** For messages without a reply: drag, ack. */
  post(op: string, members: Json): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ op, ...members }));
  }
}
