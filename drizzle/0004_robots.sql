CREATE TABLE "analysis_robots_files" (
	"origin" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"group_text" text NOT NULL,
	"sitemaps" jsonb NOT NULL,
	"fetched_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "analysis_robots_files_fetched_at" ON "analysis_robots_files" USING btree ("fetched_at");