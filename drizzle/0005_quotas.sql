CREATE TABLE "kernel_rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "kernel_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
