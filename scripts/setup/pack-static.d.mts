export declare function packStaticFiles(folder: string): Promise<void>;
